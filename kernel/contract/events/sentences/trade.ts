import type { CustomerEvent } from "#kernel/contract/events/customer.ts";
import type { ProductEvent } from "#kernel/contract/events/product.ts";
import type { EventEffects } from "#kernel/contract/events/recorded.ts";
import type { SaleEvent, SaleLine, Tender } from "#kernel/contract/events/sale.ts";
import {
  because,
  changed,
  fieldsOf,
  money,
  opened,
  type Sentences,
} from "#kernel/contract/events/sentences.ts";
import { shortId } from "#kernel/contract/ids.ts";
import type { Currency } from "#kernel/contract/money.ts";

type Trade = (SaleEvent | ProductEvent | CustomerEvent)["type"];

export const trade: Sentences<Trade> = {
  SaleRecorded: ({ data, effects }, telling) => {
    const { lines, currency, totalMinor, tenders, customer, saleId } = data;
    const to = customer ? ` to ${opened(telling, customer.name)}` : "";
    const receipt = receiptOf(data, effects);
    return `sold ${basket(lines, currency)}${to} for ${money(totalMinor, currency)}, ${paid(tenders, currency)}; receipt ${receipt ?? shortId(saleId)}`;
  },
  SaleVoided: ({ data }) =>
    `voided the sale of ${basket(data.lines, data.currency)} for ${money(data.totalMinor, data.currency)}${because(data.reason)}`,

  ProductAdded: ({ data: { name, priceMinor, currency, openingStock } }) =>
    `added the product ${name} at ${money(priceMinor, currency)} with ${openingStock} in stock`,
  ProductDetailsChanged: ({ data }) => `changed the product: ${changed(data.changes)}`,
  ProductRepriced: ({ data: { fromMinor, toMinor, currency } }) =>
    `changed the price from ${money(fromMinor, currency)} to ${money(toMinor, currency)}`,
  StockAdjusted: ({ data: { delta, reason }, effects }) =>
    `${delta < 0 ? "took" : "added"} ${Math.abs(delta)} ${delta < 0 ? "from" : "to"} the stock${left(effects)}${because(reason)}`,
  StockCounted: ({ data: { to }, effects }) => `counted the stock: ${to}${before(effects)}`,
  ProductArchived: () => "archived the product",
  ProductRestored: () => "restored the product",

  CustomerAdded: ({ data }, telling) =>
    `added the customer ${opened(telling, data.firstName, data.lastName)}`,
  CustomerDetailsChanged: ({ data }) => `changed the customer's ${fieldsOf(data.changes)}`,
  CustomerArchived: () => "archived the customer",
  CustomerRestored: () => "restored the customer",
  CustomerErased: () => "erased the customer's personal data",
};

/** As the receipt itself shows it. */
function receiptOf(
  { store, register }: Readonly<{ store: number; register: number }>,
  { counters }: EventEffects,
): string | undefined {
  const number = counters?.find(([name]) => name === "sale")?.[1];
  return number === undefined ? undefined : `${store}-${register}-${number}`;
}

const basket = (lines: readonly SaleLine[], currency: Currency): string =>
  lines.map((line) => lineOf(line, currency)).join(", ");

function lineOf(
  { name, quantity, unitPriceMinor, listPriceMinor, oversold }: SaleLine,
  currency: Currency,
): string {
  const isOverridden = unitPriceMinor !== listPriceMinor;
  const price = isOverridden
    ? ` at ${money(unitPriceMinor, currency)} instead of ${money(listPriceMinor, currency)}`
    : "";
  return `${quantity} x ${name}${price}${oversold ? " (more than was in stock)" : ""}`;
}

const paid = (tenders: readonly Tender[], currency: Currency): string =>
  tenders.length === 1 && tenders[0]
    ? methodOf(tenders[0])
    : tenders.map((one) => `${money(one.amountMinor, currency)} ${methodOf(one)}`).join(" and ");

const methodOf = ({ method }: Tender): string => method.replaceAll("_", " ");

const left = ({ stock }: EventEffects): string => (stock?.[0] ? `, ${stock[0][2]} are left` : "");

const before = ({ stock }: EventEffects): string =>
  stock?.[0] ? `, ${stock[0][2] - stock[0][1]} were expected` : "";
