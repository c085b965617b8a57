import type { TenantItem } from "#kernel/contract/api/platform/figures.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import type { Prepared } from "#query-api/ask.query.ts";

import { GHS_FIRST, PART, preparePlatform, TODAY } from "./ask-platform.query.ts";
import { toTime, toTimeOrNull } from "./platform-answers.ts";
import { type RevenueRow, toGrowth, toInCurrency } from "./stats.query.ts";

export type TenantRow = {
  tenant_id: string;
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  plan: TenantItem["plan"];
  status: TenantItem["status"];
  trial_until: string | null;
  currency: string;
  registered_ms: number;
  last_login_ms: number | null;
  users: number;
  revenue_minor: number;
  sold_minor: number;
  sold_before_minor: number;
  revenues: RevenueRow[];
};

export type TenantsBody = { total: number; items: TenantRow[] };

/**
 * Sorted by revenue in each tenant's own currency, cedis first. The email is the owner's if the
 * tenant has none.
 */
const WITH_FOUND = `
  with found as (
    select t.*, coalesce(t.email, o.email) as mail, coalesce(r.total_minor, 0) as revenue_minor
      from rm.rm_platform_tenants t
      left join auth.owner_emails() o on o.tenant_id = t.tenant_id
      left join rm.rm_platform_totals r on r.tenant_id = t.tenant_id and r.currency = t.currency
     where t.deleted_ms is null
       and ($2 ->> 'status' is null or t.status = $2 ->> 'status')
       and ($2 ->> 'search' is null or strpos(lower(concat_ws(E'\\n', t.name, coalesce(t.email, o.email))), $2 ->> 'search') > 0)
  ), part as (
    select * from found f
     order by ${GHS_FIRST("f")}, f.revenue_minor desc, f.registered_ms desc, f.tenant_id
     ${PART}
  )`;

/** SQL: revenue in a currency between two numbers of days ago. */
const soldBetween = (from: number, to: number): string => `(
  select coalesce(sum(d.total_minor), 0) from rm.rm_platform_days d
   where d.tenant_id = p.tenant_id and d.currency = p.currency
     and d.day > ${TODAY} - ${from} and d.day <= ${TODAY} - ${to})`;

export const TENANTS: Prepared<TenantsBody> = preparePlatform({
  name: "platform-tenants",
  projections: ["platform_tenants", "platform_members", "platform_totals", "platform_days"],
  sql: `${WITH_FOUND} select json_build_object(
    'total', (select count(*) from found),
    'items', (
      select coalesce(json_agg(i order by ${GHS_FIRST("i")}, i.revenue_minor desc, i.registered_ms desc, i.tenant_id), '[]')
        from (select p.tenant_id, p.name, p.mail as email, p.phone, p.address, p.plan, p.status, p.trial_until,
                     p.currency, p.registered_ms, p.last_login_ms, p.revenue_minor,
                     (select count(*) from rm.rm_platform_members m
                       where m.tenant_id = p.tenant_id and m.active) as users,
                     ${soldBetween(30, 0)} as sold_minor, ${soldBetween(60, 30)} as sold_before_minor,
                     (select coalesce(json_agg(r order by ${GHS_FIRST("r")}), '[]')
                        from (select r.currency, r.orders, r.total_minor from rm.rm_platform_totals r
                               where r.tenant_id = p.tenant_id and r.orders > 0) r) as revenues
                from part p) i))`,
});

export const toTenantItem = (row: TenantRow): TenantItem => ({
  id: row.tenant_id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  address: row.address,
  plan: row.plan,
  status: row.status,
  users: row.users,
  revenue: toDecimal(row.revenue_minor),
  growth: toGrowth(row.sold_minor, row.sold_before_minor),
  last_login: toTimeOrNull(row.last_login_ms),
  currency: row.currency,
  revenues: row.revenues.map(toInCurrency),
  trial_until: row.trial_until,
  created_at: toTime(row.registered_ms),
});
