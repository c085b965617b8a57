import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { SaleItem } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Answer } from "#web/api/http-client.ts";
import { keptRequest } from "#web/api/kept-query.ts";
import { keys } from "#web/api/keys.ts";
import { ofMoment } from "#web/state/past.ts";

export const SaleList = success(z.array(SaleItem));

export const SALES_PAGE = 50;

/** Which sales to list. Times are ISO-8601; `until` is not included. */
export type SalesFilter = {
  search: string;
  since?: string;
  until?: string;
  state?: string;
  payment_method?: string;
  staff?: string;
};

/** One page, newest first, and the total number of matches. Pages count from 0. */
export type Sales = { sales: readonly SaleItem[]; total: number; page: number };

export const filterParams = ({ search, ...filters }: SalesFilter): Record<string, string> =>
  search.trim() === "" ? filters : { ...filters, search: search.trim() };

export function salesQuery(filter: SalesFilter, page: number) {
  const params = new URLSearchParams({
    limit: String(SALES_PAGE),
    page: String(page + 1),
    ...filterParams(filter),
  });
  const { queryKey, at } = ofMoment(keys.sales.page(params.toString()));
  const isFirst = page === 0 && !params.has("search");
  const kept = keptRequest(at(`/api/sales.php?${params}`), SaleList, toSales(page), isFirst);
  return {
    ...queryOptions({
      queryKey,
      queryFn: ({ signal }): Promise<Sales> => kept.ask(signal),
      meta: { errorText: texts.sales.error, keptPath: kept.path },
    }),
    kept,
  };
}

export const toSales =
  (page: number) =>
  ({ body, headers }: Answer<z.infer<typeof SaleList>>): Sales => {
    const total = Number(headers.get("x-total-count") ?? Number.NaN);
    return {
      page,
      sales: body.data,
      total: Number.isSafeInteger(total) ? total : body.data.length,
    };
  };
