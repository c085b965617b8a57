import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { SaleItem } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Answer } from "#web/api/http-client.ts";
import { keptRequest } from "#web/api/kept-query.ts";
import { keys } from "#web/api/keys.ts";
import { daysBefore, today, periods } from "#web/format/days.ts";
import { zonedMs } from "#web/format/times.ts";
import { ofMoment } from "#web/state/past.ts";

const Period = z.enum(["all", "1", "7", "30", "90", "365"]);
export type SalesPeriod = z.infer<typeof Period>;

export const salesPeriods: readonly { value: SalesPeriod; label: string }[] = [
  { value: "all", label: "All sales" },
  { value: "1", label: "Today" },
  ...periods,
];

/** The period in the address; all sales if there is none. */
export const salesPeriodOf = (params: URLSearchParams): SalesPeriod =>
  Period.safeParse(params.get("period")).data ?? "all";

/** The start of a period of whole days in the time zone of the shop, today included. */
export function periodStart(
  period: SalesPeriod,
  timeZone: string | undefined,
  nowMs: number,
): string | undefined {
  if (period === "all") return undefined;
  const first = daysBefore(today(timeZone, nowMs), Number(period) - 1);
  return new Date(zonedMs(first, "00:00", timeZone)).toISOString();
}

const SaleList = success(z.array(SaleItem));

export const SALES_PAGE = 10;

/** Which sales to list; pages count from 0. */
type SalesFilter = { search: string; since: string | undefined; page: number };

/** One page, newest first, and the total number of matches. */
export type Sales = { sales: readonly SaleItem[]; total: number };

export function salesQuery({ search, since, page }: SalesFilter) {
  const params = new URLSearchParams({ limit: String(SALES_PAGE), page: String(page + 1) });
  if (since !== undefined) params.set("since", since);
  if (search.trim() !== "") params.set("search", search.trim());
  const { queryKey, at } = ofMoment(keys.sales.page(params.toString()));
  const isFirst = page === 0 && search.trim() === "";
  const kept = keptRequest(at(`/api/sales.php?${params}`), SaleList, toSales, isFirst);
  return {
    ...queryOptions({
      queryKey,
      queryFn: ({ signal }): Promise<Sales> => kept.ask(signal),
      meta: { errorText: texts.sales.error, keptPath: kept.path },
    }),
    kept,
  };
}

function toSales({ body, headers }: Answer<z.infer<typeof SaleList>>): Sales {
  const total = Number(headers.get("x-total-count") ?? Number.NaN);
  return {
    sales: body.data,
    total: Number.isSafeInteger(total) ? total : body.data.length,
  };
}

/** The first request of the sales screen for a URL. */
export const firstSales = (params: URLSearchParams, timeZone: string | undefined, nowMs: number) =>
  salesQuery({ search: "", since: periodStart(salesPeriodOf(params), timeZone, nowMs), page: 0 });
