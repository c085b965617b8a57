import { PAYMENT_NAMES } from "#kernel/contract/api/sale.ts";
import type { EventEffects } from "#kernel/contract/events/recorded.ts";
import { receiptOf, type SaleRecorded } from "#kernel/contract/events/sale.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { formatMoney } from "#kernel/contract/money.ts";
import { quantityText } from "#kernel/contract/sale-item.ts";
import { texts } from "#kernel/contract/texts.ts";
import { hasTaxed, untaxedSums } from "#kernel/contract/untaxed.ts";

import { compose, type EmailMessage } from "./letter.ts";

type Sold = SaleRecorded["data"];
type Row = readonly [name: string, amount: string];

export type ReceiptParts = Readonly<{
  sale: Sold;
  effects: EventEffects;
  soldMs: number;
  isVoid: boolean;
  /** The number of the copy, if the receipt was handed out before. */
  copy?: number | undefined;
  shop: Readonly<{
    name: string;
    timezone: string;
    address?: string | undefined;
    phone?: string | undefined;
    footer?: string | undefined;
  }>;
  /** The public page of the receipt, if the shop shares it. */
  page?: string | undefined;
}>;

/** As the public page, without the customer's name: the address may be someone else's. */
export function receiptLetter(parts: ReceiptParts): EmailMessage {
  const { sale, effects, soldMs, isVoid, copy, shop, page } = parts;
  const number = receiptOf(sale, effects) ?? shortId(sale.saleId);
  const { voided } = texts.receipt;
  return compose({
    subject: `${isVoid ? `${voided}: receipt` : "Receipt"} ${number} from ${shop.name}`,
    paragraphs: [
      ...(isVoid ? [`${voided}: the shop voided this sale.`] : []),
      ...(copy === undefined ? [] : [`${texts.receipt.copy} ${copy}`]),
      ...[shop.name, shop.address, shop.phone].flatMap(given),
      `Receipt ${number}, ${timeIn(soldMs, shop.timezone)}`,
    ],
    rows: [...sale.lines.map((line) => lineOf(line, sale)), ...totalsOf(sale)],
    ...(page === undefined ? {} : { action: { label: "See this receipt online", url: page } }),
    closing: given(shop.footer),
  });
}

const given = (text: string | undefined): string[] =>
  text === undefined || text.trim() === "" ? [] : [text];

const timeIn = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    ms,
  );

function lineOf(line: Sold["lines"][number], { currency, tax }: Sold): Row {
  const { name, quantity, perUnit = null, unitPriceMinor, discountMinor } = line;
  const sold = quantityText({ quantity, per_unit: perUnit });
  const isPriced = sold !== "1" || discountMinor > 0;
  const priced = isPriced ? `, ${sold} × ${formatMoney(unitPriceMinor, currency)}` : "";
  const discount = discountMinor > 0 ? `, discount ${formatMoney(discountMinor, currency)}` : "";
  const added = tax.mode === "exclusive" ? line.taxMinor : 0;
  return [`${name}${priced}${discount}`, formatMoney(line.totalMinor - added, currency)];
}

const PERCENT = 100;

/** Tax inside the prices comes after the total, tax on top of them before it. */
function totalsOf({ currency, lines, totalMinor, taxMinor, tax, tenders }: Sold): readonly Row[] {
  const money = (minor: number): string => formatMoney(minor, currency);
  const parts = tax.parts ?? [{ name: "Tax", rateBp: tax.rateBp, amountMinor: taxMinor }];
  const isAdded = tax.mode === "exclusive";
  const isTaxed = tax.rateBp > 0 && hasTaxed(lines);
  const taxes = (isTaxed ? parts : []).map(({ name, rateBp, amountMinor }): Row => [
    `${isAdded ? "" : "incl. "}${name} ${rateBp / PERCENT}%`,
    money(amountMinor),
  ]);
  const paid = tenders.flatMap(({ method, amountMinor, givenMinor = amountMinor }): Row[] => [
    [PAYMENT_NAMES[method], money(givenMinor)],
    ...(givenMinor > amountMinor ? [["Change", money(givenMinor - amountMinor)] as const] : []),
  ]);
  const untaxed = untaxedSums(lines, tax.rateBp).map(({ name, amountMinor }): Row => [
    name,
    money(amountMinor),
  ]);
  const total: Row = ["Total", money(totalMinor)];
  if (!isAdded || taxes.length === 0) return [total, ...taxes, ...untaxed, ...paid];
  return [["Subtotal", money(totalMinor - taxMinor)], ...taxes, total, ...untaxed, ...paid];
}
