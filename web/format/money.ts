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
/** "1,250" or "1,234,567.50": exactly three digits after each comma, and no 0 in front. */
const THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+(?=\.|$)/;

/**
 * Normalises input such as "1,234.5", "12,50", "12." and ".5". A comma before one or two last digits
 * is decimal, commas before three digits each are between thousands. The schema refuses text that is
 * still not an amount, and so any other comma.
 */
export const typedAmount = (text: string): string =>
  text
    .trim()
    .replace(
      DECIMAL_COMMA,
      (_, whole: string, decimals) => `${whole.replaceAll(".", "")}.${decimals}`,
    )
    .replace(THOUSANDS, (whole) => whole.replaceAll(",", ""))
    .replace(/\.$/, "")
    .replace(/^\./, "0.");
