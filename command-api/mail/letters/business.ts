import { type Currency, formatMoney } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";

import { compose, type EmailMessage } from "./letter.ts";

export const testLetter = (business: string): EmailMessage =>
  compose({
    subject: `Test Email from ${texts.product}`,
    paragraphs: [`This is a test email. Emails from ${business} will arrive at this address.`],
  });

export type LowProduct = Readonly<{ name: string; onHand: number; threshold: number }>;

export const lowStockDigest = (
  business: string,
  products: readonly LowProduct[],
  page: string,
): EmailMessage =>
  compose({
    subject: `${texts.notifications.lowStockTitle}: ${business}`,
    paragraphs: [`These products at ${business} are running low:`],
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

/**
 * The newest signed head of the tenant's log. In an email it is out of reach of anyone who controls
 * the database.
 */
export type SignedLog = Readonly<{ note: string; verifierKey: string; page: string }>;

type ReportParts = Readonly<{
  figures: readonly SalesFigures[];
  page: string;
  signed?: SignedLog | undefined;
}>;

export function salesReport(
  business: string,
  { frequency, from, to }: SalesPeriod,
  { figures, page, signed }: ReportParts,
): EmailMessage {
  const span = from === to ? from : `${from} to ${to}`;
  return compose({
    subject: `Your ${frequency} sales report: ${business}, ${span}`,
    paragraphs: [
      figures.length === 0 ? `No sales for ${span}.` : `Sales at ${business} for ${span}:`,
    ],
    rows: figures.flatMap(({ currency, orders, totalMinor, taxMinor }) => [
      ["Total Sales", formatMoney(totalMinor, currency)],
      ["Total Orders", String(orders)],
      ["Tax", formatMoney(taxMinor, currency)],
    ]),
    action: { label: "View Reports", url: page },
    ...(signed && { record: toRecord(signed) }),
  });
}

const toRecord = ({ note, verifierKey, page }: SignedLog) => ({
  about: `Below is the signature of your business records. Keep this email: with it, any later change to what was recorded before can be detected, even a change by someone who controls our database. All signatures: ${page}`,
  text: `${note}\n${verifierKey}\n`,
});
