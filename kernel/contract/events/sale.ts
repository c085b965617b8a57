// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { CopyNumber, HandedOutBy } from "#kernel/contract/api/till/receipt-copies.ts";
import { actsText } from "#kernel/contract/events/approval.ts";
import { LocalDate, Sealed, Sha256 } from "#kernel/contract/events/fields.ts";
import type { EventEffects, EventMeta } from "#kernel/contract/events/recorded.ts";
import {
  because,
  money,
  opened,
  type SentenceContext,
  type Sentences,
} from "#kernel/contract/events/sentences.ts";
import { CustomerId, ProductId, SaleId, UserId } from "#kernel/contract/ids.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { Currency, MinorAmount } from "#kernel/contract/money.ts";
import { UntaxedCategory } from "#kernel/contract/untaxed.ts";

export const SaleLine = z.object({
  productId: ProductId,
  name: z.string(),
  quantity: z.int(),
  listPriceMinor: MinorAmount,
  unitPriceMinor: MinorAmount,
  discountMinor: MinorAmount,
  taxMinor: MinorAmount,
  totalMinor: MinorAmount,
  /** Stock was not checked for this line. */
  oversold: z.optional(z.boolean()),
  /** The quantity counts parts of the sale unit; the price is for this many parts. */
  perUnit: z.optional(z.int()),
  /** The stock was counted after this was sold, so the count has it: the line moves no stock. */
  counted: z.optional(z.boolean()),
  /** An amount without a product: the line moves no stock. */
  open: z.optional(z.boolean()),
  /** Sold without tax. Absent: at the rate of the sale. */
  taxCategory: z.optional(UntaxedCategory),
});
export type SaleLine = z.infer<typeof SaleLine>;

export const Tender = z.object({
  method: PaymentMethod,
  amountMinor: MinorAmount,
  givenMinor: z.optional(MinorAmount),
  /** Cash is confirmed. A payment that only the cashier has seen is asserted. */
  status: z.enum(["confirmed", "asserted"]),
  reference: z.optional(z.string()),
});
export type Tender = z.infer<typeof Tender>;

const SaleTax = z.object({
  mode: z.enum(["inclusive", "exclusive"]),
  /** Hundredths of a percent, at the time of the sale. */
  rateBp: z.int(),
  parts: z.optional(
    z.array(z.object({ name: z.string(), rateBp: z.int(), amountMinor: MinorAmount })),
  ),
});

const sums = {
  businessDate: LocalDate,
  currency: Currency,
  lines: z.array(SaleLine),
  tenders: z.array(Tender),
  totalMinor: MinorAmount,
  taxMinor: MinorAmount,
} as const;

export const SaleRecorded = z.object({
  type: z.literal("SaleRecorded"),
  data: z.object({
    saleId: SaleId,
    store: z.int(),
    register: z.int(),
    ...sums,
    customer: z.optional(z.object({ id: CustomerId, name: Sealed })),
    tax: SaleTax,
    notes: z.optional(Sealed),
    possibleDuplicateOf: z.optional(SaleId),
    /** Of a till's sale: the number that the till gave. Other sales have it in their effects. */
    receiptNumber: z.optional(z.int()),
    /** Of a till's sale: its receipt is found by this token, as by one of ReceiptLinkMade. */
    receiptTokenSha256: z.optional(Sha256),
  }),
});
export type SaleRecorded = z.infer<typeof SaleRecorded>;

/** Repeats the voided sale, when it was sold and by whom, so that projections need not read it. */
export const SaleVoided = z.object({
  type: z.literal("SaleVoided"),
  data: z.object({
    saleId: SaleId,
    ...sums,
    soldMs: z.optional(z.int()),
    soldBy: z.optional(UserId),
    reason: z.optional(z.string()),
  }),
});
export type SaleVoided = z.infer<typeof SaleVoided>;

export const SaleEvent = z.discriminatedUnion("type", [SaleRecorded, SaleVoided]);
export type SaleEvent = z.infer<typeof SaleEvent>;

export const saleSentences: Sentences<SaleEvent> = {
  SaleRecorded: ({ data, effects, meta: { approval } }, context) => {
    const { lines, currency, totalMinor, tenders, customer, saleId } = data;
    const to = customer ? ` to ${opened(context, customer.name)}` : "";
    const receipt = receiptOf(data, effects) ?? shortId(saleId);
    return `sold ${basket(lines, currency)}${to} for ${money(totalMinor, currency)}, ${paid(tenders, currency)}; receipt ${receipt}${approval ? `, ${approvedBy(approval, context)}` : ""}`;
  },
  SaleVoided: ({ data }) =>
    `voided the sale of ${basket(data.lines, data.currency)} for ${money(data.totalMinor, data.currency)}${because(data.reason)}`,
};

function approvedBy(
  { by, how, what, oversell }: NonNullable<EventMeta["approval"]>,
  { personOf }: SentenceContext,
): string {
  const acts = what ? ` for ${actsText({ what, oversell })}` : "";
  return `approved by ${personOf(by)}${acts}${how === "server" ? "" : " without a network"}`;
}

/** The counter of receipt numbers of the server's own register, without gaps. */
export const RECEIPT_COUNTER = "sale";

/**
 * The last part of a receipt's number. A till gives its own; for other sales the database does when
 * it appends the event. Their counter is found by name: a till's sale moves another one.
 */
export const receiptNumberOf = (
  { receiptNumber }: Pick<SaleRecorded["data"], "receiptNumber">,
  { counters }: EventEffects,
): number | undefined => receiptNumber ?? counters?.find(([name]) => name === RECEIPT_COUNTER)?.[1];

/** Store, register and number, as on the printed receipt. */
export function receiptOf(
  data: Pick<SaleRecorded["data"], "store" | "register" | "receiptNumber">,
  effects: EventEffects,
): string | undefined {
  const number = receiptNumberOf(data, effects);
  return number === undefined ? undefined : `${data.store}-${data.register}-${number}`;
}

const basket = (lines: readonly SaleLine[], currency: Currency): string =>
  lines.map((line) => lineOf(line, currency)).join(", ");

function lineOf(line: SaleLine, currency: Currency): string {
  const { name, quantity, unitPriceMinor, listPriceMinor, discountMinor } = line;
  const isOverridden = unitPriceMinor !== listPriceMinor;
  const price = isOverridden
    ? ` at ${money(unitPriceMinor, currency)} instead of ${money(listPriceMinor, currency)}`
    : "";
  const off = discountMinor > 0 ? ` with ${money(discountMinor, currency)} off` : "";
  return `${quantity} x ${name}${price}${off}${stockNote(line)}`;
}

function stockNote({ oversold, counted }: SaleLine): string {
  if (oversold) return " (more than was in stock)";
  return counted ? " (before the stock was counted)" : "";
}

const paid = (tenders: readonly Tender[], currency: Currency): string =>
  tenders.length === 1 && tenders[0]
    ? methodOf(tenders[0])
    : tenders.map((one) => `${money(one.amountMinor, currency)} ${methodOf(one)}`).join(" and ");

const methodOf = ({ method }: Tender): string => method.replaceAll("_", " ");

/**
 * The receipt of a sale has an address. Anyone who knows its token can open it: 16 random bytes, drawn
 * on the device that shares the receipt. The log holds only a hash of it, so that a copy of the log opens
 * no receipt. A sale may have several, one for each device that shared it.
 */
const ReceiptLinkMade = z.object({
  type: z.literal("ReceiptLinkMade"),
  data: z.object({
    saleId: SaleId,
    /** Of the token as it is in the address. */
    tokenSha256: Sha256,
  }),
});
export type ReceiptLinkMade = z.infer<typeof ReceiptLinkMade>;

/**
 * The receipt of a sale is to go to this address. It is sealed with the key of the sale's customer, so
 * that nothing of it is left of a customer who is erased; a walk-in's, with a key of its own.
 */
const ReceiptEmailRequested = z.object({
  type: z.literal("ReceiptEmailRequested"),
  data: z.object({
    saleId: SaleId,
    to: Sealed,
    /** The number of the copy, if it is one. */
    copy: z.optional(CopyNumber),
  }),
});
export type ReceiptEmailRequested = z.infer<typeof ReceiptEmailRequested>;

/**
 * The receipt of a sale was handed out again. `copy` is the number that it was marked with: 2 is the
 * first after the original. Devices number by what they know, so two may have one number.
 */
const ReceiptCopied = z.object({
  type: z.literal("ReceiptCopied"),
  data: z.object({ saleId: SaleId, copy: CopyNumber, by: HandedOutBy }),
});
export type ReceiptCopied = z.infer<typeof ReceiptCopied>;

export const ReceiptEvent = z.discriminatedUnion("type", [
  ReceiptLinkMade,
  ReceiptEmailRequested,
  ReceiptCopied,
]);
export type ReceiptEvent = z.infer<typeof ReceiptEvent>;

export const receiptSentences: Sentences<ReceiptEvent> = {
  ReceiptLinkMade: ({ data: { saleId } }) =>
    `made a link to the receipt of sale ${shortId(saleId)}`,
  ReceiptEmailRequested: ({ data: { saleId } }) =>
    `asked for the receipt of sale ${shortId(saleId)} to be emailed`,
  ReceiptCopied: ({ data: { saleId, copy, by } }) =>
    `${HANDED_OUT[by]} the receipt of sale ${shortId(saleId)} again, as copy ${copy}`,
};

const HANDED_OUT: Readonly<Record<HandedOutBy, string>> = {
  print: "printed",
  whatsapp: "sent on WhatsApp",
  sms: "sent by SMS",
  share: "shared",
  email: "emailed",
};
