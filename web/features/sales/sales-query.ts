import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { SaleItem } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Answer } from "#web/api/http-client.ts";
import { keptRequest } from "#web/api/kept-query.ts";
import { keys } from "#web/api/keys.ts";
import { choices, daysBefore, today } from "#web/format/days.ts";
import { zonedMs } from "#web/format/times.ts";
import { ofMoment } from "#web/state/past.ts";

export const salesPeriods = [{ value: "all", label: "All sales" }, ...choices] as const;
export type SalesPeriod = (typeof salesPeriods)[number]["value"];

/** The period in the address; all sales if there is none. */
export const salesPeriodOf = (params: URLSearchParams): SalesPeriod =>
  salesPeriods.find(({ value }) => value === params.get("period"))?.value ?? "all";

/** Times as ISO-8601; `until` is not included. */
export type Bounds = { since?: string; until?: string };

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

const SaleList = success(z.array(SaleItem));

export const SALES_PAGE = 10;

/** Which sales to list. */
export type SalesFilter = Bounds & { search: string };

/** One page, newest first, and the total number of matches. Pages count from 0. */
export type Sales = { sales: readonly SaleItem[]; total: number };

export const filterParams = ({ search, ...bounds }: SalesFilter): Record<string, string> =>
  search.trim() === "" ? bounds : { ...bounds, search: search.trim() };

export function salesQuery(filter: SalesFilter, page: number) {
  const params = new URLSearchParams({
    limit: String(SALES_PAGE),
    page: String(page + 1),
    ...filterParams(filter),
  });
  const { queryKey, at } = ofMoment(keys.sales.page(params.toString()));
  const isFirst = page === 0 && !params.has("search");
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
  salesQuery({ search: "", ...boundsOf(salesPeriodOf(params), timeZone, nowMs) }, 0);
