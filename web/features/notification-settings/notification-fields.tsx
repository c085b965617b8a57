import { ReportFrequency } from "#kernel/contract/choices.ts";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { SwitchRow } from "#web/ui/form/switch-row.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import type { LiveForm } from "#web/ui/form/use-live-form.ts";

import type { TypedNotifications } from "./notification-schema.ts";

const FREQUENCIES: Record<ReportFrequency, string> = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
};

type NotificationFieldsProps = {
  form: Pick<LiveForm<TypedNotifications>, "field" | "toggle">;
  /** When mails of a schedule go out. */
  time: string;
};

export function NotificationFields({ form, time }: NotificationFieldsProps) {
  const { field, toggle } = form;
  return (
    <>
      <FormSection title="What you are told" kind="stack" hint="By mail, and in the bell.">
        <div>
          <SwitchRow
            label="Email notifications"
            hint="Everything below that goes out by mail."
            {...toggle("email_notifications")}
          />
          <SwitchRow label="System alerts" {...toggle("system_alerts")} />
          <SwitchRow
            label="Low stock alerts"
            hint="Each product once a day at most."
            {...toggle("low_stock_alerts")}
          />
          <SwitchRow label="Sales reports" {...toggle("sales_reports")} />
          <SwitchRow
            label="Payment notifications"
            hint="Of payments through a provider."
            {...toggle("payment_notifications")}
          />
        </div>
      </FormSection>
      <FormSection title="When" hint={`Reports go out at ${time} where the shop is, to its owner.`}>
        <TextField
          label="Low stock threshold"
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          step={1}
          hint="A product below it runs low, unless it has a reorder point of its own."
          {...field("low_stock_threshold")}
        />
        <SelectField label="Report frequency" {...field("report_frequency")}>
          {ReportFrequency.options.map((frequency) => (
            <option key={frequency} value={frequency}>
              {FREQUENCIES[frequency]}
            </option>
          ))}
        </SelectField>
      </FormSection>
    </>
  );
}
