import type { TillProduct, TillSettings } from "#kernel/contract/api/till/changes.ts";
import type { EntryApproval } from "#kernel/contract/api/till/entries.ts";
import { type ENTRY_BODIES, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { untaxedField } from "#kernel/contract/untaxed.ts";
import { toHex } from "#web/format/bytes.ts";
import { today } from "#web/format/days.ts";
import { type Cart, sumsOf, type Tender } from "#web/state/cart.ts";

import { isEntryId, newEntryId } from "./entry-id.ts";
import type { ReceiptToken } from "./receipt-token.ts";
import type { SaleRow, TillRow } from "./rows.ts";
import { TotalChanged } from "./till-now.ts";

/** The one store of a business. */
const STORE = 1;
const SALT_BYTES = 16;

export type SaleFacts = Readonly<{
  cart: Cart;
  parts: readonly Tender[];
  /** The cart's id, which becomes the sale's if it can be an entry's. */
  cartId: string;
  person: string;
  /** By the till's corrected clock. */
  atMs: number;
  /** The position of the data that it was decided on. */
  basis: number;
  settings: Pick<TillSettings, "currency" | "timezone" | "taxRateBp" | "taxMode">;
  approval?: EntryApproval | undefined;
  /** Opens the receipt. Absent where the shop wants no links. */
  token?: ReceiptToken | undefined;
}>;

export type MadeSale = Readonly<{ till: TillRow; sale: SaleRow }>;

/**
 * A sale as the till decides it, under its next numbers, and the till after it. Throws if the server
 * could not read it, so that nothing is stored that can never be sent.
 */
export function makeSale(till: TillRow, facts: SaleFacts): MadeSale {
  const { number, generation, nextSeq, nextReceipt } = till;
  if (number === undefined) throw new Error("a till without a number");
  const person = UserId.parse(facts.person);
  const sale: SaleRow = {
    generation,
    entry: {
      id: isEntryId(facts.cartId) ? facts.cartId : newEntryId(facts.atMs),
      seq: nextSeq,
      v: versionOf(facts),
      salt: newSalt(),
      kind: "sale",
      body: toBody(facts, nextReceipt),
      at: facts.atMs,
      basis: facts.basis,
      person,
      ...(facts.approval ? { approval: facts.approval } : {}),
    },
    receipt: `${STORE}-${number}-${nextReceipt}`,
    cart: facts.cart,
    parts: [...facts.parts],
    ...(facts.token && { token: facts.token.token }),
    state: "to-send",
  };
  return { sale, till: afterSale(till, person) };
}

/** The same sale, made before the device's till was read. Undefined: another tab has used its numbers. */
export function stillMade(before: TillRow, now: TillRow, { sale, till }: MadeSale) {
  const isSame = (["number", "generation", "nextSeq", "nextReceipt"] as const).every(
    (name) => before[name] === now[name],
  );
  return isSame && till.person ? { sale, till: afterSale(now, till.person) } : undefined;
}

const afterSale = (till: TillRow, person: string): TillRow => ({
  ...till,
  nextSeq: till.nextSeq + 1,
  nextReceipt: till.nextReceipt + 1,
  person,
});

/** The cart by the same data as the rate. It may have been filled on earlier ones. */
export function taxedAs(cart: Cart, products: readonly TillProduct[]): Cart {
  const lines = cart.lines.map((line) => {
    const product = line.open ? undefined : products.find(({ id }) => id === line.productId);
    return product ? { ...line, taxCategory: product.taxCategory } : line;
  });
  return { ...cart, lines };
}

/** The oldest version of the body that holds the sale, which an older server reads, too. */
function versionOf({ cart, token }: SaleFacts): keyof (typeof ENTRY_BODIES)["sale"] {
  if (!cart.lines.every(({ taxCategory }) => untaxedField(taxCategory).taxCategory === undefined)) {
    return 3;
  }
  return token !== undefined || cart.lines.some(({ open }) => open) ? 2 : 1;
}

/** Random, so that the hash of an entry tells nothing about it. */
export const newSalt = (): string => toHex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));

/** The same arithmetic as on the server, with the tax that the till knows. */
function toBody(
  {
    cart,
    parts,
    atMs,
    settings,
    token,
  }: Pick<SaleFacts, "cart" | "parts" | "atMs" | "settings" | "token">,
  receiptNumber: number,
): SaleEntryBody {
  const { currency, timezone, taxRateBp, taxMode = "inclusive" } = settings;
  const sums = sumsOf(cart, { taxRateBp, taxMode });
  if (sums === undefined) throw new Error("the total of this sale is too large");
  const paidMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (paidMinor !== sums.totalMinor) throw new TotalChanged();
  const { customer, lines, note } = cart;
  return SaleEntryBody.parse({
    receiptNumber,
    businessDate: today(timezone, atMs),
    currency,
    lines: lines.map(
      ({ productId, name, quantity, listPriceMinor, unitPriceMinor, ...more }, index) => ({
        productId,
        name,
        quantity,
        listPriceMinor,
        unitPriceMinor,
        ...sums.lines[index],
        ...(more.perUnit > 1 ? { perUnit: more.perUnit } : {}),
        ...(more.open ? { open: true } : {}),
        ...untaxedField(more.taxCategory),
      }),
    ),
    tenders: parts,
    tax: { mode: taxMode, rateBp: taxRateBp },
    totalMinor: sums.totalMinor,
    taxMinor: sums.taxMinor,
    ...(customer ? { customer } : {}),
    ...(note === undefined ? {} : { notes: note }),
    ...(token && { receiptTokenSha256: token.sha256 }),
  });
}
