import * as z from "zod";

import { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { EventEffects } from "#kernel/contract/events/recorded.ts";
import type { SaleLine, SaleRecorded, Tender } from "#kernel/contract/events/sale.ts";
import { Currency } from "#kernel/contract/money.ts";

// Most events of a log are plain sales, and the schema takes longer to read one than to apply it.
// So a sale of exactly the usual shape is recognised by hand. What is recognised here would pass
// the schema unchanged; in lines, tenders and tax also their keys have the order of the schema,
// because read models store these as JSON.
// Everything else, also a sale with a customer, a note or a rare field, is left to the schema.

type PlainSale = SaleRecorded["data"];
type Fields = Readonly<Record<string, unknown>>;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const CURRENCIES: ReadonlySet<unknown> = new Set(Currency.options);
const METHODS: ReadonlySet<unknown> = new Set(PaymentMethod.options);

const isText = (value: unknown): value is string => typeof value === "string";
const isId = (value: unknown): boolean => isText(value) && ID.test(value);
const isInt = Number.isSafeInteger;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether an object has exactly these keys, in this order. */
function hasKeys(value: Fields, keys: readonly string[]): boolean {
  let count = 0;
  for (const key in value) {
    if (key !== keys[count]) return false;
    count += 1;
  }
  return count === keys.length;
}

/** Those that every sale has. */
const SALE_KEYS = 10;

/** A till's sale has one more: its receipt number. */
function hasSaleKeys(data: Fields): boolean {
  const count = Object.keys(data).length;
  return count === SALE_KEYS || (count === SALE_KEYS + 1 && isInt(data["receiptNumber"]));
}

/** The data of a SaleRecorded as they came from JSON. */
export const isPlainSale = (data: unknown): data is PlainSale =>
  isObject(data) &&
  hasSaleKeys(data) &&
  isId(data["saleId"]) &&
  isInt(data["store"]) &&
  isInt(data["register"]) &&
  CURRENCIES.has(data["currency"]) &&
  isInt(data["totalMinor"]) &&
  isInt(data["taxMinor"]) &&
  isText(data["businessDate"]) &&
  z.regexes.date.test(data["businessDate"]) &&
  isPlainTax(data["tax"]) &&
  isListOf(data["lines"], isPlainLine) &&
  isListOf(data["tenders"], isPlainTender);

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);

const LINE_KEYS = [
  "productId",
  "name",
  "quantity",
  "listPriceMinor",
  "unitPriceMinor",
  "discountMinor",
  "taxMinor",
  "totalMinor",
];

const isPlainLine = (line: unknown): line is SaleLine =>
  isObject(line) &&
  hasKeys(line, LINE_KEYS) &&
  isId(line["productId"]) &&
  isText(line["name"]) &&
  isInt(line["quantity"]) &&
  isInt(line["listPriceMinor"]) &&
  isInt(line["unitPriceMinor"]) &&
  isInt(line["discountMinor"]) &&
  isInt(line["taxMinor"]) &&
  isInt(line["totalMinor"]);

const TENDER_KEYS = ["method", "amountMinor", "status"];

const isPlainTender = (tender: unknown): tender is Tender =>
  isObject(tender) &&
  hasKeys(tender, TENDER_KEYS) &&
  METHODS.has(tender["method"]) &&
  isInt(tender["amountMinor"]) &&
  (tender["status"] === "confirmed" || tender["status"] === "asserted");

const TAX_KEYS = ["mode", "rateBp"];
const TAX_PART_KEYS = ["name", "rateBp", "amountMinor"];

const isPlainTax = (tax: unknown): boolean =>
  isObject(tax) &&
  (tax["mode"] === "inclusive" || tax["mode"] === "exclusive") &&
  isInt(tax["rateBp"]) &&
  (hasKeys(tax, TAX_KEYS) ||
    (hasKeys(tax, [...TAX_KEYS, "parts"]) && isListOf(tax["parts"], isTaxPart)));

const isTaxPart = (part: unknown): boolean =>
  isObject(part) &&
  hasKeys(part, TAX_PART_KEYS) &&
  isText(part["name"]) &&
  isInt(part["rateBp"]) &&
  isInt(part["amountMinor"]);

const EFFECT_KEYS = ["stock", "counters"];

/** The effects of a sale as they came from JSON: stock moved, a receipt number. */
export const isPlainEffects = (effects: unknown): effects is EventEffects =>
  isObject(effects) &&
  hasKeys(effects, EFFECT_KEYS) &&
  isListOf(effects["stock"], isMove) &&
  isListOf(effects["counters"], isCount);

const isMove = (move: unknown): boolean =>
  Array.isArray(move) && move.length === 3 && isText(move[0]) && isInt(move[1]) && isInt(move[2]);

const isCount = (count: unknown): boolean =>
  Array.isArray(count) && count.length === 2 && isText(count[0]) && isInt(count[1]);

/** The effects of an event, as they came from JSON. */
export const toEffects = (effects: unknown): EventEffects =>
  isPlainEffects(effects) ? effects : EventEffects.parse(effects);
