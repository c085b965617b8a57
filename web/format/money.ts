import type { Dashboard } from "#kernel/contract/api/reports/dashboard.ts";
import { Currency, formatMoney, minorOf } from "#kernel/contract/money.ts";

const DEFAULT_CURRENCY: Currency = "GHS";

/** The shop's current currency; each sale carries its own. */
export const currencyOf = (code: string | undefined): Currency => {
  const parsed = Currency.safeParse(code);
  return parsed.success ? parsed.data : DEFAULT_CURRENCY;
};

/** Sales in the shop's current currency, with a note about sales in other currencies. */
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

/** "12,50" or "1.234,50": one or two digits after a comma, and dots only between thousands. */
const DECIMAL_COMMA = /^(\d*|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/;

/**
 * Normalises input such as "1,234.5", "12,50", "12." and ".5". The schema refuses text that is
 * still not an amount.
 */
export function typedAmount(text: string): string {
  const [, whole, decimals] = DECIMAL_COMMA.exec(text.trim()) ?? [];
  if (whole !== undefined) return `${whole.replaceAll(".", "") || "0"}.${decimals}`;
  const plain = text.trim().replaceAll(/,(?=\d{3}(?:\D|$))/g, "");
  const closed = plain.replace(/\.$/, "");
  return closed.startsWith(".") ? `0${closed}` : closed;
}
