import { type Currency, formatMoney } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";

import { compose, type Letter } from "./letter.ts";

export const testLetter = (business: string): Letter =>
  compose({
    subject: `Test Email from ${texts.product}`,
    paragraphs: [`This is a test. Mails of ${business} arrive here.`],
  });

export type LowProduct = Readonly<{ name: string; onHand: number; threshold: number }>;

export const lowStockDigest = (
  business: string,
  products: readonly LowProduct[],
  page: string,
): Letter =>
  compose({
    subject: `${texts.notifications.lowStockTitle}: ${business}`,
    paragraphs: [`These products of ${business} are running low:`],
    rows: products.map(({ name, onHand, threshold }) => [
      texts.notifications.lowStock(name, onHand, threshold),
    ]),
    action: { label: texts.notifications.viewInventory, url: page },
  });

export type SalesFigures = Readonly<{
  currency: Currency;
  orders: number;
  totalMinor: number;
  taxMinor: number;
}>;

export type SalesPeriod = Readonly<{
  frequency: "daily" | "weekly" | "monthly";
  from: string;
  to: string;
}>;

export function salesReport(
  business: string,
  { frequency, from, to }: SalesPeriod,
  { figures, page }: Readonly<{ figures: readonly SalesFigures[]; page: string }>,
): Letter {
  const span = from === to ? from : `${from} to ${to}`;
  return compose({
    subject: `Your ${frequency} sales report: ${business}, ${span}`,
    paragraphs: [
      figures.length === 0 ? `No sales in ${span}.` : `Sales of ${business} in ${span}:`,
    ],
    rows: figures.flatMap(({ currency, orders, totalMinor, taxMinor }) => [
      ["Total Sales", formatMoney(totalMinor, currency)],
      ["Total Orders", String(orders)],
      ["Tax", formatMoney(taxMinor, currency)],
    ]),
    action: { label: "View Reports", url: page },
  });
}
