import type { Plan } from "#kernel/contract/choices.ts";
import { formatMoney } from "#kernel/contract/money.ts";
import type { Prices } from "#web/api/prices.ts";

/** Plans are paid in cedis, whatever the shop sells in. */
const CURRENCY = "GHS";

const minorOf = (plan: Plan, prices: Prices): number =>
  ({ basic: 0, premium: prices.basicMinor, enterprise: prices.proMinor })[plan];

/** ", GH₵50.00 a month"; nothing while the prices are not known. */
export const priceText = (plan: Plan, prices: Prices | undefined): string =>
  prices === undefined ? "" : `, ${formatMoney(minorOf(plan, prices), CURRENCY)} a month`;

const figure = (count: number): string => count.toLocaleString("en-GH");

/** "12 of 100", "12, no limit". */
export const usedOf = (count: number, limit: number | null): string =>
  limit === null ? `${figure(count)}, no limit` : `${figure(count)} of ${figure(limit)}`;
