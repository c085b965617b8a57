import type { TenantId } from "#kernel/contract/ids.ts";
import { createCopier } from "#projector/past/copy-sums.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import type { ProjectorDatabase } from "#tests/kit/database/projector-database.ts";

/** A thousand a day, for forty days. */
export const SALES = 40_000;
export const LAST_DAY = "2026-03-12";
export const NOW_MS = Date.parse("2026-03-12T23:00:00Z");
export const PRODUCT = "10000000-0000-7000-8000-000000000001";
export const SELLER = "40000000-0000-7000-8000-000000000001";
/** Sold once, on the fifth day, which also has the only card payment. */
export const HELPER = "40000000-0000-7000-8000-000000000002";
const RARE = 4_500;

/**
 * Read models of tenants that sold one product many times, with the same ids and numbers. The same
 * rows as the projections would write, but faster than from that many events.
 */
export async function sellMuch(
  { admin, projector }: ProjectorDatabase,
  tenantIds: readonly TenantId[],
): Promise<void> {
  for (const text of FILL) await admin.query(text, [tenantIds]);
  await admin.query(
    `insert into rm.checkpoints (tenant_id, projection, seq)
     select tenant_id, projection, $3 from unnest($1::uuid[]) tenant_id, unnest($2::text[]) projection`,
    [tenantIds, PROJECTIONS.map(({ name }) => name), SALES],
  );
  await admin.query("analyze");
  await createCopier({ pool: projector })();
  await admin.query("vacuum analyze");
}

const LINE = `json_build_array(json_build_object('productId', '${PRODUCT}', 'name', 'Water', 'quantity', 1, 'totalMinor', 100))`;

const FILL = [
  `insert into rm.rm_takings
   select tenant_id, n, md5(n::text)::uuid, 1, day, to_char(at, 'YYYY-MM-DD"T"HH24'),
          case n when ${RARE} then '${HELPER}' else '${SELLER}' end::uuid, 'GHS', 100, 0, '${SELLER}', ms, ms
     from unnest($1::uuid[]) tenant_id, generate_series(1, ${SALES}) n,
  lateral (select '2026-02-01'::timestamp + make_interval(days => (n - 1) / 1000, secs => 28800 + n % 1000) as at) a,
  lateral (select at::date as day, (extract(epoch from at) * 1000)::bigint as ms) b`,
  `insert into rm.rm_sales (tenant_id, sale_id, store, register, occurred_ms, recorded_ms, business_date, currency,
                            cashier_id, total_minor, tax_minor, tax, item_count, payment_method, tenders, lines)
   select t.tenant_id, t.sale_id, 1, 1, t.occurred_ms, t.recorded_ms, t.day, t.currency, t.user_id, 100, 0, '{}', 1,
          method, json_build_array(json_build_object('method', method, 'status', 'confirmed', 'amountMinor', 100)), ${LINE}
     from rm.rm_takings t, lateral (select case t.seq when ${RARE} then 'card' else 'cash' end as method) m
    where t.tenant_id = any ($1)`,
  `insert into rm.rm_stock_movements
   select t.tenant_id, '${PRODUCT}', t.seq, 'sale', -1, ${SALES} - t.seq, null, t.sale_id, t.actor_id, t.occurred_ms,
          t.recorded_ms
     from rm.rm_takings t where t.tenant_id = any ($1)`,
  `insert into rm.rm_products (tenant_id, product_id, name, price_minor, currency, stock, version, created_ms, updated_ms)
   select tenant_id, '${PRODUCT}', 'Water', 100, 'GHS', 0, 1, 0, 0 from unnest($1::uuid[]) tenant_id`,
  `insert into rm.rm_daily_totals
   select tenant_id, day, currency, count(*), sum(total_minor), 0 from rm.rm_takings
    where tenant_id = any ($1) group by tenant_id, day, currency`,
  `insert into rm.rm_hours
   select tenant_id, day, hour, currency, count(*), sum(total_minor) from rm.rm_takings
    where tenant_id = any ($1) group by tenant_id, day, hour, currency`,
  `insert into rm.rm_staff_days
   select tenant_id, day, user_id, currency, count(*), sum(total_minor) from rm.rm_takings
    where tenant_id = any ($1) group by tenant_id, day, user_id, currency`,
  `insert into rm.rm_method_days
   select tenant_id, business_date, payment_method, 'confirmed', currency, count(*), sum(total_minor) from rm.rm_sales
    where tenant_id = any ($1) group by tenant_id, business_date, payment_method, currency`,
  `insert into rm.rm_product_days
   select tenant_id, day, '${PRODUCT}', currency, count(*), sum(total_minor) from rm.rm_takings
    where tenant_id = any ($1) group by tenant_id, day, currency`,
  `insert into rm.rm_product_totals
   select tenant_id, '${PRODUCT}', currency, count(*), sum(total_minor) from rm.rm_takings
    where tenant_id = any ($1) group by tenant_id, currency`,
];
