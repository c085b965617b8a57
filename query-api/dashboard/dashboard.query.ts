import type { Dashboard, LowStockProduct, RecentSale } from "#kernel/contract/api/dashboard.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { localTime, prepare } from "#query-api/ask.query.ts";
import { toWholeUnits, type Unit } from "#query-api/whole-units.ts";

export type DashboardRow = {
  currency: string;
  firstDay: string | null;
  lastDay: string | null;
  totals: { currency: string; orders: number; total_minor: number }[];
  customers: number;
  products: number;
  recentSales: RecentSaleRow[];
  lowStock: LowStockRow[];
};

type RecentSaleRow = {
  sale_id: string;
  first_name: string | null;
  last_name: string | null;
  total_minor: number;
  occurred_ms: number;
  item_count: number;
  payment_method: string;
};

type LowStockRow = {
  product_id: string;
  name: string;
  price_minor: number;
  stock: number;
  unit: Unit | null;
};

export const DASHBOARD_PROJECTIONS = ["shops", "products", "customers", "sales", "daily_totals"];

/** `span`: the shop's currency and today, and the days of the totals, both null for all of them. */
export const WITH_TOTALS = `
  with shop as (
    select coalesce(max(s.currency), 'GHS') as currency,
           ${localTime("max(s.timezone)")}::date as today
      from rm.rm_shops s
     where s.tenant_id = $1
  ), span as (
    select currency, today,
           coalesce(today - ($2 ->> 'days')::int + 1, ($2 ->> 'from')::date) as first_day,
           case when $2 ->> 'days' is null then ($2 ->> 'to')::date else today end as last_day
      from shop
  ), totals as (
    select d.currency, sum(d.orders) as orders, sum(d.total_minor) as total_minor
      from rm.rm_daily_totals d
     where d.tenant_id = $1
       and d.day >= (select coalesce(first_day, '-infinity') from span)
       and d.day <= (select coalesce(last_day, 'infinity') from span)
     group by d.currency
    having sum(d.orders) > 0
  ), recent as (
    select s.sale_id, c.first_name, c.last_name, s.total_minor, s.occurred_ms, s.item_count, s.payment_method
      from (select * from rm.rm_sales s
             where s.tenant_id = $1 and s.voided_ms is null
             order by s.occurred_ms desc, s.sale_id desc
             limit 5) s
      left join rm.rm_customers c on c.tenant_id = $1 and c.customer_id = s.customer_id
  ), low_stock as (
    select p.product_id, p.name, p.price_minor, p.stock, p.unit
      from rm.rm_products p
     where p.tenant_id = $1 and not p.archived and p.stock < coalesce(p.reorder_point, 10)
     order by p.stock, lower(p.name), p.product_id
     limit 5
  )`;

export const DASHBOARD_PARTS = `
  'currency', (select currency from span),
  'firstDay', (select first_day from span),
  'lastDay', (select last_day from span),
  'totals', (select coalesce(json_agg(t order by t.currency), '[]') from totals t),
  'customers', (select count(*) from rm.rm_customers c
                 where c.tenant_id = $1 and not c.archived and c.first_name is not null),
  'products', (select count(*) from rm.rm_products p where p.tenant_id = $1 and not p.archived),
  'recentSales', (select coalesce(json_agg(r order by r.occurred_ms desc, r.sale_id desc), '[]') from recent r),
  'lowStock', (select coalesce(json_agg(l order by l.stock, lower(l.name), l.product_id), '[]') from low_stock l)`;

export const DASHBOARD = prepare({
  name: "dashboard",
  projections: DASHBOARD_PROJECTIONS,
  sql: `${WITH_TOTALS} select json_build_object(${DASHBOARD_PARTS})`,
});

export function toDashboard(row: DashboardRow, period: string | null): Dashboard {
  const totals = row.totals.map(({ currency, orders, total_minor }) => ({
    currency,
    totalSales: toDecimal(total_minor),
    totalOrders: orders,
  }));
  const own = totals.find(({ currency }) => currency === row.currency);
  return {
    totalSales: own?.totalSales ?? 0,
    totalOrders: own?.totalOrders ?? 0,
    totalCustomers: row.customers,
    totalProducts: row.products,
    currency: row.currency,
    otherCurrencies: totals.filter((total) => total !== own),
    period,
    from: row.firstDay,
    to: row.lastDay,
    recentSales: row.recentSales.map(toRecentSale),
    lowStockProducts: row.lowStock.map(toLowStockProduct),
  };
}

const toRecentSale = (row: RecentSaleRow): RecentSale => ({
  id: row.sale_id,
  first_name: row.first_name,
  last_name: row.last_name,
  total_amount: toDecimal(row.total_minor),
  created_at: new Date(row.occurred_ms).toISOString(),
  item_count: row.item_count,
  payment_method: row.payment_method,
});

const toLowStockProduct = (row: LowStockRow): LowStockProduct => ({
  id: row.product_id,
  name: row.name,
  price: toDecimal(row.price_minor),
  stock: toWholeUnits(row.stock, row.unit),
});
