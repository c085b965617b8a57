import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";

import { ApprovalLimitInput, OfflineDaysInput } from "#kernel/contract/api/business-settings.ts";
import { RateInput } from "#kernel/contract/api/fields.ts";
import type { BusinessSettings } from "#kernel/contract/api/settings.ts";
import { toDecimalText, toMinor } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useSaveSettings } from "#web/api/save-settings.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { currencySign } from "#web/ui/chart/money.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { FormSave, FormSection } from "#web/ui/form/form-section.tsx";
import { AmountField, TextField } from "#web/ui/form/text-field.tsx";
import { typed } from "#web/ui/form/typed.ts";
import { useLiveForm } from "#web/ui/form/use-live-form.ts";
import { useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

import { offline } from "./tills.css.ts";

const words = texts.settings;

const Form = z.object({
  offline_days: typed(OfflineDaysInput),
  offline_approval_limit: typed(ApprovalLimitInput),
  discount_limit: typed(RateInput),
});

type OfflineSettingsProps = { onDirty: (dirty: boolean) => void };

/** What tills may do without a network, and cashiers without asking. Only the owner sees it. */
export function OfflineSettings({ onDirty }: OfflineSettingsProps) {
  const { data: settings } = useQuery(settingsQuery());
  return settings && <OfflineForm business={settings.business} onDirty={onDirty} />;
}

function OfflineForm({ business, onDirty }: OfflineSettingsProps & { business: BusinessSettings }) {
  const form = useLiveForm(Form, {
    offline_days: String(business.offline_days),
    offline_approval_limit: toDecimalText(toMinor(business.offline_approval_limit) ?? 0),
    discount_limit: String(business.discount_limit),
  });
  const save = useSaveSettings("business");
  useReportDirty(form.dirty, onDirty);
  const submit = form.onSubmit((changes) =>
    save.mutate(
      { changes, version: business.version },
      {
        onSuccess: () => {
          form.settle();
          toasts.show("success", words.businessUpdated);
        },
        onError: () => toasts.show("error", words.businessFailed),
      },
    ),
  );
  return (
    <form noValidate className={offline} onSubmit={submit}>
      <FormSection title="Without a network" hint="What tills may do while they can't reach us.">
        <TextField
          label="Days of selling"
          unit="days"
          inputMode="numeric"
          autoComplete="off"
          hint="1 to 30. A till that had no contact for longer sends what it has and sells nothing new."
          {...form.field("offline_days")}
        />
        <AmountField
          label="Largest approval by PIN"
          symbol={currencySign(business.currency)}
          inputMode="decimal"
          hint="For each approval without a network. You are asked about it afterwards."
          {...form.field("offline_approval_limit")}
        />
      </FormSection>
      <FormSection title="Discounts" hint="What people who sell may give without asking.">
        <TextField
          label="Largest discount of a cashier"
          unit="%"
          inputMode="decimal"
          autoComplete="off"
          hint="Off each line of a sale. More than that needs an owner or manager. At 0, so does every discount."
          {...form.field("discount_limit")}
        />
      </FormSection>
      <FormSave
        busy={save.isPending}
        problem={save.error === null ? undefined : notSavedText(save.error)}
      />
    </form>
  );
}
