import { type Currency, formatMoney } from "#kernel/contract/money.ts";
import { serverTexts, texts } from "#kernel/contract/texts.ts";

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
    subject: `${serverTexts.lowStockTitle}: ${business}`,
    paragraphs: [`These products at ${business} are running low:`],
    rows: products.map(({ name, onHand, threshold }) => [
      serverTexts.lowStock(name, onHand, threshold),
    ]),
    action: { label: texts.notifications.viewInventory, url: page },
  });

export type SalesFigures = Readonly<{
  currency: Currency;
  orders: number;
  totalMinor: number;
  taxMinor: number;
}>;

/** What one person did at the counter and with prices. Amounts are in pesewas. */
export type CounterActs = Readonly<{
  name: string;
  currency: Currency;
  overrides: number;
  overriddenMinor: number;
  discounts: number;
  discountedMinor: number;
  offlineApprovals: number;
  lateEntries: number;
  repricings: number;
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
  /** Of each person who did something that an owner wants to know. */
  acts: readonly CounterActs[];
  page: string;
  signed?: SignedLog | undefined;
}>;

export function salesReport(
  business: string,
  { frequency, from, to }: SalesPeriod,
  { figures, acts, page, signed }: ReportParts,
): EmailMessage {
  const span = from === to ? from : `${from} to ${to}`;
  return compose({
    subject: `Your ${frequency} sales report: ${business}, ${span}`,
    paragraphs: [
      figures.length === 0 ? `No sales for ${span}.` : `Sales at ${business} for ${span}:`,
    ],
    rows: [
      ...figures.flatMap(({ currency, orders, totalMinor, taxMinor }) => [
        ["Total Sales", formatMoney(totalMinor, currency)],
        ["Total Orders", String(orders)],
        ["Tax", formatMoney(taxMinor, currency)],
      ]),
      ...acts.map((one) => [one.name, actsText(one)]),
    ],
    action: { label: "View Reports", url: page },
    ...(signed && { record: toRecord(signed) }),
  });
}

const actsText = (acts: CounterActs): string => {
  const money = (minor: number): string => ` (${formatMoney(minor, acts.currency)})`;
  return [
    counted(acts.overrides, ["other price", "other prices"], money(acts.overriddenMinor)),
    counted(acts.discounts, ["discount", "discounts"], money(acts.discountedMinor)),
    counted(acts.offlineApprovals, ["approval without a network", "approvals without a network"]),
    counted(acts.lateEntries, ["sale that arrived later", "sales that arrived later"]),
    counted(acts.repricings, ["changed price", "changed prices"]),
  ]
    .flat()
    .join(", ");
};

const counted = (
  count: number,
  [one, many]: readonly [one: string, many: string],
  more = "",
): readonly string[] => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}${more}`]);

const toRecord = ({ note, verifierKey, page }: SignedLog) => ({
  about: `Below is the signature of your business records. Keep this email: with it, any later change to what was recorded before can be detected, even a change by someone who controls our database. All signatures: ${page}`,
  text: `${note}\n${verifierKey}\n`,
});

/** Of the step: 80 or 100 % of the sales from which a business must register. */
export const registrationText = (step: number): Readonly<{ title: string; message: string }> =>
  step < 100
    ? {
        title: "VAT Registration Is Near",
        message: `Sales of the last twelve months have passed GH₵600,000.00. A business that sells products must register for VAT when they reach GH₵750,000.00.`,
      }
    : {
        title: "Register for VAT",
        message: `Sales of the last twelve months have reached GH₵750,000.00. A business that sells products must now register for VAT with the Ghana Revenue Authority.`,
      };

export function registrationLetter(business: string, step: number, page: string): EmailMessage {
  const { title, message } = registrationText(step);
  return compose({
    subject: `${title}: ${business}`,
    paragraphs: [
      message,
      `Once ${business} is registered, enter the TIN in the settings: receipts then show it with the tax.`,
    ],
    action: { label: "Tax Settings", url: page },
  });
}
