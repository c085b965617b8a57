import type { PlatformSettings } from "#kernel/contract/api/platform/settings.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { PLAN_WORDS } from "#web/format/platform-words.ts";
import { currencySign } from "#web/ui/chart/money.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { FormSave, FormSection, Span } from "#web/ui/form/form-section.tsx";
import { AmountField, TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useLiveForm } from "#web/ui/form/use-live-form.ts";
import type { LiveForm } from "#web/ui/form/use-live-form.ts";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

import {
  PlatformSettingsForm as Form,
  toChanges,
  typedSettings,
} from "./platform-settings-form.ts";
import type { TypedSettings } from "./platform-settings-form.ts";
import { useSavePlatformSettings } from "./use-save-platform-settings.ts";

type PlatformSettingsFormProps = {
  settings: PlatformSettings;
  onDirty: (dirty: boolean) => void;
};

export function PlatformSettingsForm({ settings, onDirty }: PlatformSettingsFormProps) {
  const form = useLiveForm(Form, typedSettings(settings));
  const save = useSavePlatformSettings();
  useReportDirty(form.dirty, onDirty);
  const submit = form.onSubmit((typed) =>
    save.mutate(
      { changes: toChanges(typed), version: settings.version },
      {
        onSuccess: () => {
          form.settle();
          toasts.show("success", "Global settings updated");
        },
      },
    ),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Fields field={form.field} />
      <FormSave
        busy={save.isPending}
        problem={save.error === null ? undefined : notSavedText(save.error)}
      />
    </form>
  );
}

function Fields({ field }: Pick<LiveForm<TypedSettings>, "field">) {
  const { premium, enterprise } = PLAN_WORDS;
  const price = { symbol: currencySign("GHS"), inputMode: "decimal" } as const;
  return (
    <>
      <FormSection
        title="Plans and prices"
        hint="Per month, in cedis. Shown at once on the pricing page and in every shop's billing."
      >
        <AmountField
          label={`${premium.soldAs} (${premium.word})`}
          {...price}
          {...field("premium_price")}
        />
        <AmountField
          label={`${enterprise.soldAs} (${enterprise.word})`}
          {...price}
          {...field("enterprise_price")}
        />
      </FormSection>
      <FormSection title="Trial" hint="For shops that register from now on.">
        <TextField
          label="Trial days"
          unit="days"
          inputMode="numeric"
          autoComplete="off"
          {...field("trial_days")}
        />
      </FormSection>
      <FormSection title="Maintenance banner" hint="Shown in every shop until you clear it.">
        <Span>
          <TextAreaField
            optional
            label="Banner for all shops"
            rows={3}
            {...field("maintenance_banner")}
          />
        </Span>
      </FormSection>
    </>
  );
}
