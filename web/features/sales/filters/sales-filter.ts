import { type SalesFilter, salesQuery } from "#web/features/sales/sales-query.ts";
import { choices, daysBefore, today } from "#web/format/days.ts";
import { zonedMs } from "#web/format/times.ts";

export const salesPeriods = [{ value: "all", label: "All sales" }, ...choices] as const;
export type SalesPeriod = (typeof salesPeriods)[number]["value"];

/** The period in the address; all sales if there is none. */
export const salesPeriodOf = (params: URLSearchParams): SalesPeriod =>
  salesPeriods.find(({ value }) => value === params.get("period"))?.value ?? "all";

type Bounds = Pick<SalesFilter, "since" | "until">;

/** A period of whole days in the time zone of the shop, today included. */
export function boundsOf(period: SalesPeriod, timeZone: string | undefined, nowMs: number): Bounds {
  if (period === "all") return {};
  const startOf = (daysAgo: number) => {
    const day = daysBefore(today(timeZone, nowMs), daysAgo);
    return new Date(zonedMs(day, "00:00", timeZone)).toISOString();
  };
  if (period === "yesterday") return { since: startOf(1), until: startOf(0) };
  return { since: startOf(Number(period) - 1) };
}

/** Filters beside the period, by their names in the address and in the request. */
const FILTERS = ["state", "payment_method", "staff"] as const;
type Filters = Pick<SalesFilter, (typeof FILTERS)[number]>;

/** The filters in the address. */
export const filtersOf = (params: URLSearchParams): Filters =>
  Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );

/** The sales that the address asks for. */
export const filterOfAddress = (
  params: URLSearchParams,
  timeZone: string | undefined,
  nowMs: number,
): Omit<SalesFilter, "search"> => ({
  ...boundsOf(salesPeriodOf(params), timeZone, nowMs),
  ...filtersOf(params),
});

/** The first request of the sales screen for an address. */
export const firstSales = (...address: Parameters<typeof filterOfAddress>) =>
  salesQuery({ search: "", ...filterOfAddress(...address) }, 0);
