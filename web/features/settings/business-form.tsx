import type { BusinessSettings } from "#kernel/contract/api/settings.ts";
import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useSaveSettings } from "#web/api/save-settings.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { FormSave } from "#web/ui/form/form-section.tsx";
import { useLiveForm } from "#web/ui/form/use-live-form.ts";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

import { BusinessFields } from "./business-fields.tsx";
import { BusinessSettingsForm, toChanges, typedBusiness } from "./business-settings-form.ts";

const words = texts.settings;

type BusinessFormProps = { business: BusinessSettings; onDirty: (dirty: boolean) => void };

export function BusinessForm({ business, onDirty }: BusinessFormProps) {
  const form = useLiveForm(BusinessSettingsForm, typedBusiness(business));
  const save = useSaveSettings("business");
  useReportDirty(form.dirty, onDirty);

  const submit = form.onSubmit((changed) => {
    save.mutate(
      { changes: toChanges(changed), version: business.version },
      {
        onSuccess: () => {
          form.settle();
          toasts.show("success", words.businessUpdated);
        },
        onError: () => toasts.show("error", words.businessFailed),
      },
    );
  });

  return (
    <form noValidate onSubmit={submit}>
      <BusinessFields field={form.field} put={form.put} toggle={form.toggle} values={form.values} />
      <FormSave
        busy={save.isPending}
        problem={save.error === null ? undefined : notSavedText(save.error)}
      />
    </form>
  );
}
