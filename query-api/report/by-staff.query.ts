import type { StaffSums } from "#kernel/contract/api/reports/report.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { isInSpan } from "#query-api/span-of-days.query.ts";

import { prepareSums, type SumsReport } from "./sums.ts";

type Row = {
  user_id: string;
  name: string | null;
  currency: string;
  orders: number;
  total_minor: number;
};

/** Names come from the accounts, including people who left: events carry no names. */
const ROWS = `
  select d.user_id, n.name, d.currency, d.orders, d.total_minor
    from (
      select d.user_id, d.currency, sum(d.orders) as orders, sum(d.total_minor) as total_minor
        from rm.rm_staff_days d
       where d.tenant_id = $1 and ${isInSpan("d.day")}
       group by d.user_id, d.currency
      having sum(d.orders) > 0) d
    left join (
      select p.user_id, nullif(trim(p.first_name || ' ' || p.last_name), '') as name from auth.names($1) p) n
      on n.user_id = d.user_id`;

export const BY_STAFF: SumsReport<Row, StaffSums> = {
  question: prepareSums({
    name: "sums-by-staff",
    projections: ["staff_days"],
    rows: ROWS,
    order: "s.total_minor desc, s.user_id",
  }),
  toItem: ({ user_id, name, currency, orders, total_minor }) => ({
    user_id,
    name,
    currency,
    orders,
    total: toDecimal(total_minor),
  }),
  columns: [
    ["User ID", ({ user_id }) => user_id],
    ["Name", ({ name }) => name],
    ["Orders", ({ orders }) => orders],
    ["Total", ({ total }) => total],
    ["Currency", ({ currency }) => currency],
  ],
};
