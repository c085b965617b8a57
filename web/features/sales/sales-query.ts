import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { SaleItem } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import { exchange } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { ofMoment } from "#web/state/past.ts";

import { periodStart, salesPeriodOf } from "./sales-period.ts";

const SaleList = success(z.array(SaleItem));

export const SALES_PAGE = 10;

/** Which sales: those that a search finds, since a moment, and the page of them, the first being 0. */
export type AskedSales = { search: string; since: string | undefined; page: number };

/** A page of the list, newest first, and how many there are in all. */
export type Sales = { sales: readonly SaleItem[]; total: number };

export function salesQuery({ search, since, page }: AskedSales) {
  const asked = new URLSearchParams({ limit: String(SALES_PAGE), page: String(page + 1) });
  if (since !== undefined) asked.set("since", since);
  if (search.trim() !== "") asked.set("search", search.trim());
  const { queryKey, at } = ofMoment(keys.sales.page(asked.toString()));
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Sales> => {
      const { body, headers } = await exchange(at(`/api/sales.php?${asked}`), SaleList, { signal });
      const total = Number(headers.get("x-total-count") ?? Number.NaN);
      return {
        sales: body.data,
        total: Number.isSafeInteger(total) ? total : body.data.length,
      };
    },
    meta: { errorText: texts.sales.error },
  });
}

/** What the screen asks first at an address. */
export const firstSales = (params: URLSearchParams, timeZone: string | undefined, nowMs: number) =>
  salesQuery({ search: "", since: periodStart(salesPeriodOf(params), timeZone, nowMs), page: 0 });
