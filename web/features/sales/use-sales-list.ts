import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";

import { texts } from "#kernel/contract/texts.ts";
import { useKeptQuery } from "#web/api/kept-query.ts";
import { useQuiet } from "#web/api/use-screen-query.ts";
import { useNow } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";

import { filterOfAddress, filtersOf, salesPeriodOf } from "./filters/sales-filter.ts";
import { salesQuery } from "./sales-query.ts";

const QUIET_MS = 300;

/** Period and filters are in the address; the search is sent once typing pauses. */
export function useSalesList() {
  const [params, setParams] = useSearchParams();
  const zone = useTimeZone();
  const now = useNow();
  const period = salesPeriodOf(params);
  /** Empty for the newest first. */
  const sort = params.get("sort") ?? "";
  const [search, setSearch] = useState("");
  const settledSearch = useQuiet(search, QUIET_MS);
  const [paging, setPaging] = useState({ filter: "", page: 0 });
  const filters = filtersOf(params);
  const filterCount = Object.keys(filters).length;
  const pagedBy = JSON.stringify([period, settledSearch, filters, sort]);
  const page = paging.filter === pagedBy ? paging.page : 0;
  const filter = { search: settledSearch, ...filterOfAddress(params, zone, now) };
  const sales = useKeptQuery(
    // In another order its first page says how many sales there are; `further-sales.tsx` asks for them.
    { ...salesQuery(filter, sort === "" ? page : 0), placeholderData: keepPreviousData },
    texts.sales,
  );
  const onPage = (next: number) => setPaging({ filter: pagedBy, page: next });
  // The only sale of the last page was removed.
  if (sales.status === "ready" && !sales.refreshing && sales.data.sales.length === 0 && page > 0) {
    onPage(page - 1);
  }
  /** Without a value the filter is taken away. */
  const choose = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === "") after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return {
    sales,
    filter,
    search,
    setSearch,
    period,
    sort,
    choose,
    page,
    onPage,
    narrowed: settledSearch.trim() !== "" || period !== "all" || filterCount > 0,
    filterCount,
  };
}

export type SalesListState = ReturnType<typeof useSalesList>;
