import { TaxMode, TaxProfile } from "#kernel/contract/choices.ts";
import { standardRate } from "#kernel/contract/tax.ts";
import { today } from "#web/format/days.ts";
import { useNow } from "#web/state/past.ts";
import { Button } from "#web/ui/button/button.tsx";
import { FormSection, Span } from "#web/ui/form/form-section.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import type { LiveForm } from "#web/ui/form/use-live-form.ts";

import { taxModes, taxProfiles, type TypedBusiness } from "./business-settings-form.ts";

type TaxFieldsProps = Pick<LiveForm<TypedBusiness>, "field" | "put" | "values">;

const PERCENT = 100;

/** The profile decides which of the other fields there are. */
export function TaxFields({ field, put, values }: TaxFieldsProps) {
  const profile = values.tax_profile;
  return (
    <FormSection title="Tax" hint="Past sales keep the tax they were made with.">
      <SelectField
        label="Registered for tax"
        hint={taxProfiles[profile].hint}
        {...field("tax_profile")}
        onChange={(event) => {
          field("tax_profile").onChange(event);
          // What is hidden must neither be wrong nor charge anything.
          if (event.currentTarget.value === "unregistered") put("tax_rate", "0.00");
        }}
      >
        {TaxProfile.options.map((option) => (
          <option key={option} value={option}>
            {taxProfiles[option].name}
          </option>
        ))}
      </SelectField>
      {profile === "registered" && (
        <TextField
          label="TIN"
          autoComplete="off"
          autoCapitalize="characters"
          hint="As on your certificate of registration."
          {...field("tin")}
        />
      )}
      {profile !== "unregistered" && (
        <TextField
          label="Tax rate"
          unit="%"
          inputMode="decimal"
          autoComplete="off"
          {...field("tax_rate")}
        />
      )}
      {profile !== "unregistered" && (
        <SelectField label="Prices" {...field("tax_mode")}>
          {TaxMode.options.map((mode) => (
            <option key={mode} value={mode}>
              {taxModes[mode]}
            </option>
          ))}
        </SelectField>
      )}
      {profile === "registered" && (
        <Offer values={values} onTake={(rate) => put("tax_rate", rate)} />
      )}
    </FormSection>
  );
}

type OfferProps = { values: TypedBusiness; onTake: (rate: string) => void };

/** The standard rate of today, unless it is the one in the field. */
function Offer({ values, onTake }: OfferProps) {
  const standard = standardRate(today(values.timezone, useNow()));
  if (standard === undefined) return undefined;
  const { rateBp, parts } = standard;
  const rate = (rateBp / PERCENT).toFixed(2);
  if (Number(values.tax_rate) === rateBp / PERCENT) return undefined;
  const named = parts.map((part) => `${part.name} ${part.rateBp / PERCENT}`);
  return (
    <Span>
      <Button onClick={() => onTake(rate)}>
        Use {rateBp / PERCENT}%: {named.join(", ")}
      </Button>
    </Span>
  );
}
