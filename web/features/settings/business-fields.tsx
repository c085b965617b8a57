import { lazy, Suspense } from "react";

import { Timezone } from "#kernel/contract/api/business-settings.ts";
import { OversellPolicy } from "#kernel/contract/choices.ts";
import { Currency } from "#kernel/contract/money.ts";
import { stockRules } from "#web/api/oversell.ts";
import { FormSection, Span } from "#web/ui/form/form-section.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { SwitchRow } from "#web/ui/form/switch-row.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import type { LiveForm } from "#web/ui/form/use-live-form.ts";

import type { TypedBusiness } from "./business-settings-form.ts";
import { TaxFields } from "./tax-fields.tsx";

/** Lazy, because it is at the bottom of the page. */
const ReceiptPreview = lazy(async () => ({
  default: (await import("./receipt-preview.tsx")).ReceiptPreview,
}));

type BusinessFieldsProps = Pick<LiveForm<TypedBusiness>, "field" | "put" | "toggle" | "values">;

export function BusinessFields({ field, put, toggle, values }: BusinessFieldsProps) {
  return (
    <>
      <FormSection title="Business" hint="Printed at the top of every receipt.">
        <Span>
          <TextField
            label="Business name"
            autoComplete="organization"
            {...field("business_name")}
          />
        </Span>
        <TextField label="Phone" type="tel" autoComplete="off" {...field("phone")} />
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          {...field("email")}
        />
        <Span>
          <TextField label="Address" autoComplete="off" {...field("address")} />
        </Span>
      </FormSection>
      <Trade field={field} />
      <TaxFields field={field} put={put} values={values} />
      <FormSection title="Receipt" hint="Printed at the bottom of every receipt.">
        <Span>
          <TextAreaField label="Receipt footer" rows={3} {...field("receipt_footer")} />
        </Span>
        <Span>
          <SwitchRow
            label="Receipts online"
            hint="Receipts you send or print have a link. Anyone who has it sees the receipt, and whether it is valid."
            {...toggle("receipt_links")}
          />
        </Span>
        <Span>
          <Suspense>
            <ReceiptPreview values={values} />
          </Suspense>
        </Span>
      </FormSection>
      <FormSection title="Cashiers" hint="Owner, manager and accountant always see these figures.">
        <Span>
          <SwitchRow
            label="Cashiers see today's takings and the stock value"
            hint="What the whole shop took today, and what its stock is worth."
            {...toggle("cashiers_see_takings")}
          />
        </Span>
      </FormSection>
    </>
  );
}

function Trade({ field }: Pick<BusinessFieldsProps, "field">) {
  return (
    <FormSection title="Money and time" hint="Past sales keep the currency they were made in.">
      <SelectField label="Currency" {...field("currency")}>
        {Currency.options.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
      <SelectField label="Timezone" {...field("timezone")}>
        {Timezone.options.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
      <SelectField label="When stock runs out" {...field("oversell_policy")}>
        {OversellPolicy.options.map((policy) => (
          <option key={policy} value={policy}>
            {stockRules[policy]}
          </option>
        ))}
      </SelectField>
    </FormSection>
  );
}
