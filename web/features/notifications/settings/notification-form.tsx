import type { NotificationSettings } from "#kernel/contract/api/settings.ts";
import { texts } from "#kernel/contract/texts.ts";
import { isRefused, notSavedText } from "#web/api/request-error.ts";
import { useSaveSettings } from "#web/api/save-settings.ts";
import { FormSave } from "#web/ui/form/form-section.tsx";
import { useLiveForm } from "#web/ui/form/use-live-form.ts";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

import { NotificationFields } from "./notification-fields.tsx";
import { NotificationSchema, typedNotifications } from "./notification-schema.ts";
import { tell } from "./use-mail-commands.ts";

const words = texts.settings;

type NotificationFormProps = {
  notifications: NotificationSettings;
  onDirty: (dirty: boolean) => void;
};

export function NotificationForm({ notifications, onDirty }: NotificationFormProps) {
  const form = useLiveForm(NotificationSchema, typedNotifications(notifications));
  const save = useSaveSettings("notifications");
  useReportDirty(form.dirty, onDirty);

  const submit = form.onSubmit((changes) =>
    save.mutate(
      { changes, version: notifications.version },
      {
        onSuccess: () => {
          form.settle();
          tell("success", words.notificationsUpdated);
        },
        onError: (error) =>
          tell("error", isRefused(error) ? words.notificationsFailed : words.notificationsNotSaved),
      },
    ),
  );

  return (
    <form noValidate onSubmit={submit}>
      <NotificationFields form={form} time={notifications.email_time} />
      <FormSave
        action="Save Settings"
        busy={save.isPending}
        problem={save.error === null ? undefined : notSavedText(save.error)}
      />
    </form>
  );
}
