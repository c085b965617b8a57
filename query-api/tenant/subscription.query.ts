import type { AccountDeletion } from "#kernel/contract/api/account.ts";
import type { Subscription } from "#kernel/contract/api/subscription.ts";
import type { Plan } from "#kernel/contract/choices.ts";
import { PLANS, TRIAL_PLAN } from "#kernel/contract/plans.ts";
import { localTime, prepare, type Prepared } from "#query-api/ask.query.ts";

export type SubscriptionRow = {
  plan: Plan;
  trial_until: string | null;
  is_trial: boolean;
  products: number;
  sales: number;
  users: number;
};

/** Invited people count as users, so that accepting an invitation never exceeds the limit. */
export const SUBSCRIPTION: Prepared<SubscriptionRow | null> = prepare({
  name: "subscription",
  projections: ["shops", "products", "daily_totals"],
  sql: `
    select json_build_object(
             'plan', s.plan,
             'trial_until', s.trial_until,
             'is_trial', coalesce(s.trial_until >= day.today, false),
             'products', (select count(*) from rm.rm_products p where p.tenant_id = $1 and not p.archived),
             'sales', (select coalesce(sum(d.orders), 0) from rm.rm_daily_totals d
                        where d.tenant_id = $1 and d.day >= date_trunc('month', day.today::timestamp)::date
                          and d.day <= day.today),
             'users', (select count(*) from auth.staff($1)))
      from rm.rm_shops s, lateral (select ${localTime("s.timezone")}::date as today) day
     where s.tenant_id = $1`,
});

export function toSubscription(row: SubscriptionRow): Subscription {
  const terms = PLANS[row.is_trial ? TRIAL_PLAN : row.plan];
  return {
    plan: row.plan,
    is_trial: row.is_trial,
    trial_until: row.trial_until,
    limits: {
      products: terms.products ?? null,
      sales_a_month: terms.salesAMonth ?? null,
      users: terms.users,
    },
    use: { products: row.products, sales_this_month: row.sales, users: row.users },
  };
}

export type DeletionRow = { until_ms: number | null };

export const DELETION: Prepared<DeletionRow | null> = prepare({
  name: "account-deletion",
  projections: ["shops"],
  sql: `
    select json_build_object('until_ms', (
      select s.deletion_until_ms from rm.rm_shops s where s.tenant_id = $1))`,
});

export const toDeletion = ({ until_ms: untilMs }: DeletionRow): AccountDeletion => ({
  until: untilMs === null ? null : new Date(untilMs).toISOString(),
});
