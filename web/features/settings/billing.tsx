import { useQuery, queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { Subscription } from "#kernel/contract/api/subscription.ts";
import { PLANS } from "#kernel/contract/plans.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { pricesQuery } from "#web/api/public-settings.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { dayText } from "#web/format/days.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { Facts } from "#web/ui/layout/facts.tsx";
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import { priceText, usedOf, UpdateBilling } from "./update-billing.tsx";

const Answer = success(Subscription);

/** Never cached: every sale and product changes the usage. */
const subscriptionQuery = () =>
  queryOptions({
    queryKey: keys.subscription.all,
    queryFn: async ({ signal }): Promise<Subscription> =>
      (await request("/api/v1/subscription", Answer, { signal })).data,
    staleTime: 0,
  });

const FAILED = { failed: "Failed to load billing", error: "Error loading billing" };

/** The plan, its limits, current usage, and the form to request another plan. */
export function Billing() {
  const subscription = useScreenQuery(subscriptionQuery(), FAILED);
  return (
    <FormSection
      title="Billing"
      kind="stack"
      hint="Nothing is charged in the app yet. Request a plan and we'll arrange the rest with you."
    >
      {subscription.status === "loading" && (
        <SkeletonRows rows={3} kind="list" label="Loading billing..." />
      )}
      {subscription.status === "error" && (
        <ErrorState problem={subscription} action={texts.tryAgain} />
      )}
      {subscription.status === "ready" && <Plan subscription={subscription.data} />}
    </FormSection>
  );
}

function Plan({ subscription }: { subscription: Subscription }) {
  const { plan, is_trial: isTrial, trial_until: until, limits, use } = subscription;
  const prices = useQuery(pricesQuery()).data;
  const dialog = useModalParam("billing");
  const trial = until === null ? [] : [{ name: "Trial of Pro until", value: dayText(until) }];
  return (
    <>
      <Facts
        facts={[
          { name: "Plan", value: `${PLANS[plan].name}${priceText(plan, prices)}` },
          ...(isTrial ? trial : []),
          { name: "Products", value: usedOf(use.products, limits.products) },
          { name: "Sales this month", value: usedOf(use.sales_this_month, limits.sales_a_month) },
          { name: "Users", value: usedOf(use.users, limits.users) },
        ]}
      />
      <Button onClick={() => dialog.open()}>Update Billing</Button>
      <FormDialog open={dialog.value !== undefined} title="Update billing" onClose={dialog.close}>
        {(parts) => <UpdateBilling {...parts} plan={plan} prices={prices} />}
      </FormDialog>
    </>
  );
}
