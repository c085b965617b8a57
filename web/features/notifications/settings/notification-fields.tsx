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
  /** Local time of scheduled emails. */
  time: string;
};

export function NotificationFields({ form, time }: NotificationFieldsProps) {
  const { field, toggle } = form;
  return (
    <>
      <FormSection title="Notifications" kind="stack" hint="By email and in the app.">
        <div>
          <SwitchRow
            label="Email notifications"
            hint="Email me about the items below."
            {...toggle("email_notifications")}
          />
          <SwitchRow label="System alerts" {...toggle("system_alerts")} />
          <SwitchRow
            label="Low stock alerts"
            hint="At most once a day for each product."
            {...toggle("low_stock_alerts")}
          />
          <SwitchRow label="Sales reports" {...toggle("sales_reports")} />
          <SwitchRow
            label="Payment notifications"
            hint="Online payments."
            {...toggle("payment_notifications")}
          />
        </div>
      </FormSection>
      <FormSection
        title="When"
        hint={`Reports are emailed to the owner at ${time}, the shop's local time.`}
      >
        <TextField
          label="Low stock threshold"
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          step={1}
          hint="Products below this count as low, unless they have their own reorder point."
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
