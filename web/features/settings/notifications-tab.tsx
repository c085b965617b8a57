import * as z from "zod/mini";

import type { NotificationSettings } from "#kernel/contract/api/settings.ts";
import { texts } from "#kernel/contract/texts.ts";
import { isRefused, notSavedText } from "#web/api/request-error.ts";
import { useSaveSettings } from "#web/api/save-settings.ts";
import { links } from "#web/links.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { FormSave, FormSection } from "#web/ui/form/form-section.tsx";
import { SwitchRow } from "#web/ui/form/switch-row.tsx";
import { useLiveForm, type LiveForm } from "#web/ui/form/use-live-form.ts";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

import { LoadedSettings } from "./loaded-settings.tsx";

const words = texts.settings;

const Toggles = z.object({
  email_notifications: z.boolean(),
  low_stock_alerts: z.boolean(),
  sales_reports: z.boolean(),
  customer_notifications: z.boolean(),
});

type NotificationTogglesProps = {
  notifications: NotificationSettings;
  onDirty: (dirty: boolean) => void;
};

/** Sends only the toggles that changed. */
export function NotificationToggles({ notifications, onDirty }: NotificationTogglesProps) {
  const form = useLiveForm(Toggles, Toggles.parse(notifications));
  const save = useSaveSettings("notifications");
  useReportDirty(form.dirty, onDirty);

  const submit = form.onSubmit((changes) => {
    save.mutate(
      { changes, version: notifications.version },
      {
        onSuccess: () => {
          form.settle();
          toasts.show("success", words.notificationsUpdated);
        },
        onError: (error) =>
          toasts.show(
            "error",
            isRefused(error) ? words.notificationsFailed : words.notificationsNotSaved,
          ),
      },
    );
  });

  return (
    <form noValidate onSubmit={submit}>
      <FormSection title="Notifications" kind="stack" hint={<MoreSettings />}>
        <Switches toggle={form.toggle} />
      </FormSection>
      <FormSave
        busy={save.isPending}
        problem={save.error === null ? undefined : notSavedText(save.error)}
      />
    </form>
  );
}

type SwitchesProps = Pick<LiveForm<z.input<typeof Toggles>>, "toggle">;

function Switches({ toggle }: SwitchesProps) {
  return (
    <div>
      <SwitchRow
        label="Email notifications"
        hint="Email me about the items below."
        {...toggle("email_notifications")}
      />
      <SwitchRow
        label="Low stock alerts"
        hint="When a product runs low."
        {...toggle("low_stock_alerts")}
      />
      <SwitchRow
        label="Sales reports"
        hint="A summary by email, as often as you choose."
        {...toggle("sales_reports")}
      />
      <SwitchRow
        label="Customer notifications"
        hint="Email customers the receipt of each sale, if you have their address."
        {...toggle("customer_notifications")}
      />
    </div>
  );
}

function MoreSettings() {
  return (
    <>
      Threshold, frequency and sent emails:{" "}
      <TextLink href={`${links.notifications()}/settings`}>Notification settings</TextLink>
    </>
  );
}

const FIELDS = 4;

/**
 * Four of the notification settings; their own page has all of them. The specification asks for
 * both.
 */
export default function NotificationsScreen({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  return (
    <LoadedSettings fields={FIELDS}>
      {({ notifications }) =>
        notifications !== null && (
          <NotificationToggles notifications={notifications} onDirty={onDirty} />
        )
      }
    </LoadedSettings>
  );
}
