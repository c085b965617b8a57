import * as z from "zod/mini";

import { MessageResult } from "#kernel/contract/api/envelope.ts";
import { Plan } from "#kernel/contract/choices.ts";
import { formatMoney } from "#kernel/contract/money.ts";
import { PLANS } from "#kernel/contract/plans.ts";
import { request } from "#web/api/http-client.ts";
import type { Prices } from "#web/api/public-settings.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useSession } from "#web/state/use-session.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { useReportDirty, type FormDialogParts } from "#web/ui/overlay/form-dialog.tsx";

/** Plans are priced in cedis whatever currency the shop uses. */
const CURRENCY = "GHS";

const minorOf = (plan: Plan, prices: Prices): number =>
  ({ basic: 0, premium: prices.basicMinor, enterprise: prices.proMinor })[plan];

/** ", GH₵50.00 a month", or empty until prices are loaded. */
export const priceText = (plan: Plan, prices: Prices | undefined): string =>
  prices === undefined ? "" : `, ${formatMoney(minorOf(plan, prices), CURRENCY)} a month`;

const figure = (count: number): string => count.toLocaleString("en-GH");

/** Such as "12 of 100" or "12, no limit". */
export const usedOf = (count: number, limit: number | null): string =>
  limit === null ? `${figure(count)}, no limit` : `${figure(count)} of ${figure(limit)}`;

const MOST = 2_000;
const Form = z.object({
  plan: z.pipe(z.string(), z.enum(Plan.options)),
  note: z.string().check(z.trim(), z.maxLength(MOST, `Must have at most ${MOST} characters`)),
});
type PlanRequest = z.output<typeof Form>;

/** Sends the request to the platform's inbox; a super admin changes the plan. */
function useAskForPlan() {
  const session = useSession();
  return useCommand(async ({ plan, note }: PlanRequest, commandKey) => {
    if (session === undefined) throw new Error("not signed in");
    const { first_name, last_name, email } = session.user;
    const company = session.tenant.name;
    const wish = `Please change the plan of ${company} to ${PLANS[plan].name}.`;
    const message = note === "" ? wish : `${wish}\n\n${note}`;
    const json = { first_name, last_name, email, company, subject: "billing", message };
    return request("/api/v1/contact", MessageResult, { method: "POST", json, commandKey });
  }, []);
}

type UpdateBillingProps = FormDialogParts & { plan: Plan; prices: Prices | undefined };

export function UpdateBilling(props: UpdateBillingProps) {
  const { plan, prices, onDirty, requestClose, leave } = props;
  const form = useSchemaForm(Form, { plan, note: "" });
  const ask = useAskForPlan();
  useReportDirty(form.dirty, onDirty);
  const submit = form.onSubmit((asked) =>
    ask.mutate(asked, {
      onSuccess: ({ message }) => {
        leave();
        toasts.show("success", message);
      },
    }),
  );
  return (
    <SaveForm
      action="Request this plan"
      busy={ask.isPending}
      problem={ask.error === null ? undefined : notSavedText(ask.error)}
      onSubmit={submit}
      onCancel={requestClose}
    >
      <p>We'll email you to confirm. Your plan changes once you agree.</p>
      <SelectField label="Plan" {...form.field("plan")}>
        {Plan.options.map((option) => (
          <option key={option} value={option}>
            {PLANS[option].name}
            {priceText(option, prices)}
          </option>
        ))}
      </SelectField>
      <TextAreaField optional label="Anything to add?" rows={3} {...form.field("note")} />
    </SaveForm>
  );
}
