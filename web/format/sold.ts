import type { Dashboard } from "#kernel/contract/api/dashboard.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { currencyOf } from "#web/state/session.ts";

/** What was sold in the shop's present currency, and beside it in words what was sold in others. */
export function soldIn({ totalSales, currency, otherCurrencies }: Dashboard) {
  const others = otherCurrencies.map((other) =>
    formatMoney(minorOf(other.totalSales), currencyOf(other.currency)),
  );
  return {
    minor: minorOf(totalSales),
    currency: currencyOf(currency),
    note: others.length === 0 ? undefined : `and ${others.join(", ")}`,
  };
}
