import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";

import { MOST_COUNTED, success } from "#kernel/contract/api/envelope.ts";
import { SALES_SUMS_PATH, SalesSums } from "#kernel/contract/api/reports/sales-sums.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { counted } from "#web/format/counts.ts";
import { currencyOf } from "#web/format/money.ts";
import { ofMoment } from "#web/state/past.ts";
import { Bone } from "#web/ui/feedback/skeleton.tsx";

import type { SalesPeriod } from "./filters/sales-filter.ts";
import * as styles from "./sales-figures.css.ts";
import { filterParams, type SalesFilter } from "./sales-query.ts";
import { count } from "./sales.css.ts";
import type { SalesListState } from "./use-sales-list.ts";

const Answer = success(SalesSums);

/** Voided sales never count. */
function sumsQuery({ state: _, ...filter }: SalesFilter) {
  const params = new URLSearchParams(filterParams(filter)).toString();
  const path = params === "" ? SALES_SUMS_PATH : `${SALES_SUMS_PATH}?${params}`;
  const { queryKey, at } = ofMoment(keys.sales.sums(params));
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<SalesSums> =>
      (await request(at(path), Answer, { signal })).data,
    placeholderData: keepPreviousData,
  });
}

const SINCE: Partial<Record<SalesPeriod, string>> = {
  all: "",
  1: " today",
  yesterday: " yesterday",
  365: " in the last year",
};
const sinceText = (period: SalesPeriod): string => SINCE[period] ?? ` in the last ${period} days`;

/** With a filter, the server counts to a limit. */
const salesText = (total: number, isFiltered: boolean): string =>
  isFiltered && total > MOST_COUNTED
    ? `Over ${counted(MOST_COUNTED, "sale")}`
    : counted(total, "sale");

type SalesFiguresProps = { list: SalesListState; total: number; hasSum: boolean };

/** How many sales are listed, and for who may see it what they come to. */
export function SalesFigures({ list, total, hasSum }: SalesFiguresProps) {
  const { filter, filterCount, period } = list;
  return (
    <>
      <output className={count}>
        {`${salesText(total, filterCount > 0)}${sinceText(period)}`}
      </output>
      {hasSum && <SalesSum filter={filter} />}
    </>
  );
}

/** What the listed sales come to, in each currency, and whether the sum has grown since. */
function SalesSum({ filter }: { filter: SalesFilter }) {
  const sums = useQuery(sumsQuery(filter));
  if (sums.isError) return <span className={styles.beside}>The sum did not load.</span>;
  if (sums.data === undefined) return <Bone width="6em" />;
  const { rows, late } = sums.data;
  return (
    <>
      <output className={styles.sum}>{rows.map(toText).join(" + ")}</output>
      {late > 0 && <span className={styles.beside}>{counted(late, "sale")} arrived later</span>}
    </>
  );
}

const toText = ({ currency, total }: SalesSums["rows"][number]): string =>
  formatMoney(minorOf(total), currencyOf(currency));
