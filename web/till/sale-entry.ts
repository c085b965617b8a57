import type { TillSettings } from "#kernel/contract/api/till/changes.ts";
import type { EntryApproval } from "#kernel/contract/api/till/entries.ts";
import { SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { today } from "#web/format/days.ts";
import { type Cart, sumsOf, type Tender } from "#web/state/cart.ts";

import { isEntryId, newEntryId } from "./entry-id.ts";
import type { SaleRow, TillRow } from "./rows.ts";

/** Of a sale with an amount without a product, and of any other, which an older server reads, too. */
const OPEN_VERSION = 2;
const SALE_VERSION = 1;
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
  settings: Pick<TillSettings, "currency" | "timezone" | "taxRateBp">;
  approval?: EntryApproval | undefined;
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
      v: facts.cart.lines.some(({ open }) => open) ? OPEN_VERSION : SALE_VERSION,
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
    state: "to-send",
  };
  return {
    sale,
    till: { ...till, nextSeq: nextSeq + 1, nextReceipt: nextReceipt + 1, person },
  };
}

/** Random, so that the hash of an entry tells nothing about it. */
export const newSalt = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(SALT_BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** The same arithmetic as on the server, with the tax rate that the till knows. */
function toBody(
  { cart, parts, atMs, settings }: Pick<SaleFacts, "cart" | "parts" | "atMs" | "settings">,
  receiptNumber: number,
): SaleEntryBody {
  const { currency, timezone, taxRateBp } = settings;
  const sums = sumsOf(cart, taxRateBp);
  if (sums === undefined) throw new Error("the total of this sale is too large");
  const { customer, lines, note } = cart;
  return SaleEntryBody.parse({
    receiptNumber,
    businessDate: today(timezone, atMs),
    currency,
    lines: lines.map(
      ({ productId, name, quantity, listPriceMinor, unitPriceMinor, perUnit, open }, index) => ({
        productId,
        name,
        quantity,
        listPriceMinor,
        unitPriceMinor,
        ...sums.lines[index],
        ...(perUnit > 1 ? { perUnit } : {}),
        ...(open ? { open } : {}),
      }),
    ),
    tenders: parts,
    tax: { mode: "inclusive", rateBp: taxRateBp },
    totalMinor: sums.totalMinor,
    taxMinor: sums.taxMinor,
    ...(customer ? { customer } : {}),
    ...(note === undefined ? {} : { notes: note }),
  });
}
