import { minorOf } from "#kernel/contract/money.ts";
import type { Currency } from "#kernel/contract/money.ts";
import { currencyOf } from "#web/format/money.ts";

const SHOWN = 12;

/** The last twelve months in platform time as "2026-11-01", current month last. */
function lastMonths(nowMs: number): readonly string[] {
  const now = new Date(nowMs);
  return Array.from({ length: SHOWN }, (_, index) => {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - SHOWN + 1 + index, 1);
    return new Date(first).toISOString().slice(0, "2026-11-01".length);
  });
}

type MonthSum = Readonly<{ month: string; currency: string; total: number }>;

/** Monthly sales by currency, cedis first; months without sales are 0. */
export function salesByCurrency(sums: readonly MonthSum[], nowMs: number) {
  const currencies: readonly Currency[] = [
    ...new Set<Currency>(["GHS", ...sums.map(({ currency }) => currencyOf(currency))]),
  ];
  return currencies.map((currency) => {
    const own = new Map(
      sums
        .filter((sum) => sum.currency === currency)
        .map(({ month, total }) => [month, minorOf(total)]),
    );
    const months = lastMonths(nowMs).map((month) => ({ month, minor: own.get(month) ?? 0 }));
    return { currency, months };
  });
}
