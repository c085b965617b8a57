import { Plan, TenantStatus } from "#kernel/contract/choices.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Tenant } from "#web/api/platform.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { PLAN_WORDS, STATUS_WORDS } from "#web/format/platform-words.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { FieldPair } from "#web/ui/form/field.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import type { FieldOf } from "#web/ui/form/use-schema-form.ts";

import { STATUS_HINTS, type TypedTenant } from "./tenant-form.ts";

type Field = FieldOf<keyof TypedTenant>;
type TenantInputsProps = { field: Field; tenant: Tenant | undefined };

/** Autofill is off: the fields describe a tenant, not the user. */
export function TenantInputs({ field, tenant }: TenantInputsProps) {
  const chosen = TenantStatus.safeParse(field("status").value).data ?? "active";
  const changes = tenant !== undefined && chosen !== tenant.status;
  return (
    <>
      <TextField label="Tenant Name" autoComplete="off" enterKeyHint="next" {...field("name")} />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="next"
        hint={
          tenant === undefined ? "We'll email the owner an invitation at this address." : undefined
        }
        {...field("email")}
      />
      <TextField
        optional
        label="Phone"
        type="tel"
        autoComplete="off"
        enterKeyHint="next"
        {...field("phone")}
      />
      <TextAreaField optional label="Address" rows={2} autoComplete="off" {...field("address")} />
      <PlanAndStatus field={field} />
      {changes && (
        <TextField
          optional
          label="Reason"
          autoComplete="off"
          hint={STATUS_HINTS[chosen]}
          {...field("reason")}
        />
      )}
    </>
  );
}

function PlanAndStatus({ field }: { field: Field }) {
  return (
    <FieldPair>
      <SelectField label="Plan" {...field("plan")}>
        {Plan.options.map((plan) => (
          <option key={plan} value={plan}>
            {PLAN_WORDS[plan].word} ({PLAN_WORDS[plan].soldAs})
          </option>
        ))}
      </SelectField>
      <SelectField label="Status" {...field("status")}>
        {STATUSES.map((one) => (
          <option key={one} value={one}>
            {STATUS_WORDS[one].word}
          </option>
        ))}
      </SelectField>
    </FieldPair>
  );
}

const STATUSES = ["active", "suspended", "pending"] as const;

/** The parts of a TanStack mutation that are needed here. */
type Save = Readonly<{ error: Error | null; reset: () => void }>;

/** Error banner of a failed save; the dialog keeps its input. */
export function NotSaved({ save }: { save: Save }) {
  if (save.error === null) return undefined;
  return (
    <Banner more={notSavedText(save.error)} onDismiss={save.reset}>
      {texts.platform.tenantNotSaved}
    </Banner>
  );
}
