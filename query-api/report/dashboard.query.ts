import type {
  Dashboard,
  LowStockProduct,
  RecentSale,
} from "#kernel/contract/api/reports/dashboard.ts";
import { DEFAULT_BUSINESS } from "#kernel/contract/default-settings.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { type Comparison, toMonthGrowth, toPeriodGrowth } from "#query-api/growth.ts";
import { isCounted, toWholeUnits, type Unit } from "#query-api/product/products.query.ts";
import { isNotVoided } from "#query-api/sale/sales.query.ts";
import { WITH_SPAN, type Span } from "#query-api/span-of-days.query.ts";

export type DashboardRow = {
  currency: string;
  today: string;
  /** Both null for all time. */
  firstDay: string | null;
  lastDay: string | null;
  totals: { currency: string; orders: number; total_minor: number }[];
  sales: Comparison;
  orders: Comparison;
  customers: EntityCounts;
  products: EntityCounts;
  recentSales: RecentSaleRow[];
  lowStock: LowStockRow[];
  /** Whether the owner shows the sums of today to those who see no reports. */
  showsSums: boolean | null;
};

/** The total count, and how many were added. */
type EntityCounts = Comparison & { count: number };

type RecentSaleRow = {
  sale_id: string;
  first_name: string | null;
  last_name: string | null;
  total_minor: number;
  currency: string;
  occurred_ms: number;
  item_count: number;
  unit_count: number;
  payment_method: string;
};

type LowStockRow = {
  product_id: string;
  name: string;
  price_minor: number;
  stock: number;
  unit: Unit | null;
};

export const DASHBOARD_PROJECTIONS = [
  "shops",
  "settings",
  "products",
  "customers",
  "sales",
  "daily_totals",
];

/** SQL: the start of a local day in ms. */
const startOfDay = (day: string): string =>
  `(extract(epoch from ${day}::timestamp at time zone shop.timezone) * 1000)::bigint`;

/** SQL: the number of entities, and how many were added in the compared time and in the time before it. */
const counted = (alias: string, isThere: string): string => `json_build_object(
    'count', count(*) filter (where ${isThere}),
    'now', count(*) filter (where ${alias}.created_ms >= (select first_ms from times)
                              and ${alias}.created_ms < (select end_ms from times)),
    'before', count(*) filter (where ${alias}.created_ms >= (select first_before_ms from times)
                                 and ${alias}.created_ms < (select end_before_ms from times)))`;

/**
 * `times` are what is compared: the span and as many days before it, or for all time this month to
 * date and the same days of the previous one.
 */
export const WITH_TOTALS = `${WITH_SPAN}, days as (
    select date_trunc('month', today::timestamp)::date as first, today as last,
           (date_trunc('month', today::timestamp) - interval '1 month')::date as first_before,
           (today - interval '1 month')::date as last_before
      from span where first_day is null
     union all
    select first_day, last_day,
           first_day - least(last_day - first_day + 1, first_day - date '0001-01-01'), first_day - 1
      from span where first_day is not null
  ), times as (
    select d.*, ${startOfDay("d.first")} as first_ms, ${startOfDay("(d.last + 1)")} as end_ms,
           ${startOfDay("d.first_before")} as first_before_ms, ${startOfDay("(d.last_before + 1)")} as end_before_ms
      from days d, shop
  ), compared as (
    select sum(d.total_minor) filter (where d.day >= (select first from times)) as sales,
           sum(d.total_minor) filter (where d.day <= (select last_before from times)) as sales_before,
           sum(d.orders) filter (where d.day >= (select first from times)) as orders,
           sum(d.orders) filter (where d.day <= (select last_before from times)) as orders_before
      from rm.rm_daily_totals d
     where d.tenant_id = $1 and d.currency = (select currency from span)
       and d.day >= (select first_before from times) and d.day <= (select last from times)
  ), totals as (
    select d.currency, sum(d.orders) as orders, sum(d.total_minor) as total_minor
      from rm.rm_daily_totals d
     where d.tenant_id = $1
       and d.day >= (select coalesce(first_day, '-infinity') from span)
       and d.day <= (select coalesce(last_day, 'infinity') from span)
     group by d.currency
    having sum(d.orders) > 0
  ), recent as (
    select s.sale_id, c.first_name, c.last_name, s.total_minor, s.currency, s.occurred_ms, s.payment_method,
           json_array_length(s.lines) as item_count, s.item_count as unit_count
      from (select * from rm.rm_sales s
             where s.tenant_id = $1 and ${isNotVoided("s")}
             order by s.occurred_ms desc, s.sale_id desc
             limit 5) s
      left join rm.rm_customers c on c.tenant_id = $1 and c.customer_id = s.customer_id
  ), low_stock as (
    select p.product_id, p.name, p.price_minor, p.stock, p.unit
      from rm.rm_products p
     where p.tenant_id = $1 and not p.archived and ${isCounted("p")} and p.stock < coalesce(
             p.reorder_point, (select max(st.low_stock_threshold) from rm.rm_settings st where st.tenant_id = $1), 10)
     order by p.stock, lower(p.name), p.product_id
     limit 5
  )`;

export const DASHBOARD_PARTS = `
  'currency', (select currency from span),
  'today', (select today from span),
  'firstDay', (select first_day from span),
  'lastDay', (select last_day from span),
  'totals', (select coalesce(json_agg(t order by t.currency), '[]') from totals t),
  'sales', (select json_build_object('now', coalesce(sales, 0), 'before', coalesce(sales_before, 0)) from compared),
  'orders', (select json_build_object('now', coalesce(orders, 0), 'before', coalesce(orders_before, 0)) from compared),
  'customers', (select ${counted("c", "not c.archived and c.first_name is not null")}
                  from rm.rm_customers c where c.tenant_id = $1),
  'products', (select ${counted("p", "not p.archived")} from rm.rm_products p where p.tenant_id = $1),
  'showsSums', (select bool_and(st.cashiers_see_takings) from rm.rm_settings st where st.tenant_id = $1),
  'recentSales', (select coalesce(json_agg(r order by r.occurred_ms desc, r.sale_id desc), '[]') from recent r),
  'lowStock', (select coalesce(json_agg(l order by l.stock, lower(l.name), l.product_id), '[]') from low_stock l)`;

/** A cashier sees no sums unless the owner says so: they are 0, because the first client needs figures. */
export const showsSums = (
  { showsSums: shown }: Pick<DashboardRow, "showsSums">,
  { compares }: Pick<Span, "compares">,
): boolean => compares || (shown ?? DEFAULT_BUSINESS.cashiersSeeTakings);

export function toDashboard(row: DashboardRow, span: Span): Dashboard {
  const { period, compares } = span;
  const totals = (showsSums(row, span) ? row.totals : []).map(
    ({ currency, orders, total_minor }) => ({
      currency,
      totalSales: toDecimal(total_minor),
      totalOrders: orders,
    }),
  );
  const own = totals.find(({ currency }) => currency === row.currency);
  return {
    totalSales: own?.totalSales ?? 0,
    totalOrders: own?.totalOrders ?? 0,
    totalCustomers: row.customers.count,
    totalProducts: row.products.count,
    currency: row.currency,
    otherCurrencies: totals.filter((total) => total !== own),
    period,
    from: row.firstDay,
    to: row.lastDay,
    growth: compares ? toGrowth(row) : null,
    recentSales: row.recentSales.map(toRecentSale),
    lowStockProducts: row.lowStock.map(toLowStockProduct),
  };
}

const DAY_MS = 86_400_000;

function toGrowth(row: DashboardRow): Dashboard["growth"] {
  const { firstDay, lastDay, today } = row;
  const toNote =
    firstDay === null || lastDay === null
      ? toMonthGrowth
      : (compared: Comparison) =>
          toPeriodGrowth(compared, {
            days: (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS + 1,
            isOver: lastDay < today,
          });
  return {
    sales: toNote(row.sales),
    orders: toNote(row.orders),
    customers: toNote(row.customers),
    products: toNote(row.products),
  };
}

const toRecentSale = (row: RecentSaleRow): RecentSale => ({
  id: row.sale_id,
  first_name: row.first_name,
  last_name: row.last_name,
  total_amount: toDecimal(row.total_minor),
  currency: row.currency,
  created_at: new Date(row.occurred_ms).toISOString(),
  item_count: row.item_count,
  unit_count: row.unit_count,
  payment_method: row.payment_method,
});

const toLowStockProduct = (row: LowStockRow): LowStockProduct => ({
  id: row.product_id,
  name: row.name,
  price: toDecimal(row.price_minor),
  stock: toWholeUnits(row.stock, row.unit),
});
