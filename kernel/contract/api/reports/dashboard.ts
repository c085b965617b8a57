import * as z from "zod/mini";

export const RecentSale = z.object({
  id: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  total_amount: z.number(),
  /** The currency of the sale. The tenant may have changed its currency since. */
  currency: z.string(),
  created_at: z.string(),
  /** The number of lines. */
  item_count: z.int(),
  /** Pieces count each, a measured line counts once. */
  unit_count: z.int(),
  payment_method: z.string(),
});
export type RecentSale = z.infer<typeof RecentSale>;

export const LowStockProduct = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  stock: z.int(),
});
export type LowStockProduct = z.infer<typeof LowStockProduct>;

/**
 * `+12.5% from the 30 days before`; `percent` is null and there is no note if those have nothing to
 * compare with.
 */
export const GrowthNote = z.object({ percent: z.nullable(z.number()), note: z.string() });
export type GrowthNote = z.infer<typeof GrowthNote>;

const totals = {
  totalSales: z.number(),
  totalOrders: z.int(),
  totalCustomers: z.int(),
  totalProducts: z.int(),
  currency: z.string(),
  /** Totals in currencies other than the tenant's present one, if its history has any. */
  otherCurrencies: z.array(
    z.object({ currency: z.string(), totalSales: z.number(), totalOrders: z.int() }),
  ),
  period: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /**
   * The period against as many days before it; for all time, this month to date against the same
   * days of last month. Null for roles that see only today.
   */
  growth: z.nullable(
    z.object({
      sales: GrowthNote,
      orders: GrowthNote,
      customers: GrowthNote,
      products: GrowthNote,
    }),
  ),
  recentSales: z.array(RecentSale),
  lowStockProducts: z.array(LowStockProduct),
} as const;

export const Dashboard = z.object(totals);
export type Dashboard = z.infer<typeof Dashboard>;

export const ReportSummary = z.object({
  ...totals,
  /**
   * The last 12 months, on the dashboard the last 6, newest first, `month` as YYYY-MM-01. Months without sales are
   * included with 0. Empty for roles that see only today.
   */
  monthlyTrend: z.array(
    z.object({ month: z.string(), monthly_sales: z.number(), monthly_orders: z.int() }),
  ),
  topProducts: z.array(
    z.object({ id: z.string(), name: z.string(), total_sold: z.int(), total_revenue: z.number() }),
  ),
});
export type ReportSummary = z.infer<typeof ReportSummary>;
