import type { StockLine } from "#command-api/event-store/append.ts";
import {
  isUncounted,
  ONLY_STORE,
  quantityByProduct,
  type SoldTo,
  tenderOf,
} from "#command-api/sale/sale.ts";
import { localDate, type TenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import type { StockedProduct } from "#command-api/till/stocked-product.ts";
import type { EntryLine, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { SaleRecorded, Tender } from "#kernel/contract/events/sale.ts";
import type { ProductId, SaleId, TenantId } from "#kernel/contract/ids.ts";
import { MAX_TOTAL_MINOR } from "#kernel/contract/money.ts";
import { taxParts } from "#kernel/contract/tax.ts";
import { openItemId } from "#kernel/node/ids.ts";

/** A sale that took place at a till, and what the server knows about it. */
export type TillSale = Readonly<{
  saleId: SaleId;
  till: number;
  body: SaleEntryBody;
  /** When it took place, in ms. */
  occurredMs: number;
  /** It took place so long ago that the stock may have been counted since. */
  isLate: boolean;
  tenant: TenantRules;
  products: ReadonlyMap<ProductId, StockedProduct>;
  customer?: SoldTo | undefined;
  notes?: Sealed | undefined;
}>;

/** Codes of the reasons why a sale cannot be recorded as it is. */
export type SaleObstacle = "wrong-sums" | "wrong-currency";

/**
 * Why a sale cannot be recorded, if it cannot. It took place, so neither its prices nor the stock
 * matter, but the figures of the shop must still add up afterwards.
 */
export function obstacleTo({
  body,
  tenant,
}: Pick<TillSale, "body" | "tenant">): SaleObstacle | undefined {
  if (body.currency !== tenant.currency) return "wrong-currency";
  return addsUp(body) ? undefined : "wrong-sums";
}

const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount, 0);

/** Amounts are limited first: below the limit, sums of 200 of them are compared exactly. */
function addsUp({ lines, tenders, totalMinor, taxMinor }: SaleEntryBody): boolean {
  const totals = lines.map((line) => line.totalMinor);
  const taxes = lines.map((line) => line.taxMinor);
  const payments = tenders.map(({ amountMinor }) => amountMinor);
  const others = [
    ...lines.flatMap((line) => [line.listPriceMinor, line.unitPriceMinor, line.discountMinor]),
    ...tenders.map(({ givenMinor = 0 }) => givenMinor),
  ];
  const all = [totalMinor, taxMinor, ...totals, ...taxes, ...payments, ...others];
  return (
    all.every((amount) => amount <= MAX_TOTAL_MINOR) &&
    sumOf(totals) === totalMinor &&
    sumOf(taxes) === taxMinor &&
    sumOf(payments) === totalMinor &&
    lines.every((line) => line.taxCategory === undefined || line.taxMinor === 0) &&
    tenders.every(hasChange)
  );
}

/** Only cash is handed over, and at least as much as is paid: the rest is change from the drawer. */
const hasChange = ({ method, amountMinor, givenMinor }: SaleEntryBody["tenders"][number]) =>
  givenMinor === undefined || (method === "cash" && givenMinor >= amountMinor);

/**
 * The sale with `open` only on lines of the tenant's reserved id: any other line is one of a product,
 * whatever the till says.
 */
export const withOpenLines = (body: SaleEntryBody, tenantId: TenantId): SaleEntryBody => ({
  ...body,
  lines: body.lines.map(({ open, ...line }) =>
    open === true && line.productId === openItemId(tenantId) ? { ...line, open } : line,
  ),
});

/** Of the products in a sale, each once. */
export const productsIn = ({ lines }: SaleEntryBody): readonly ProductId[] => [
  ...new Set(lines.filter(({ open }) => open !== true).map(({ productId }) => productId)),
];

/** The stock was counted after the sale, without what had been sold. */
const isCounted = (id: ProductId, { products, occurredMs }: TillSale): boolean => {
  const countedMs = products.get(id)?.lastCountedMs;
  return countedMs !== undefined && occurredMs < countedMs;
};

const movingLines = (sale: TillSale): readonly EntryLine[] =>
  sale.body.lines.filter(
    ({ productId }) =>
      sale.products.has(productId) &&
      !isCounted(productId, sale) &&
      !isUncounted(productId, sale.products),
  );

/**
 * The stock that a sale takes. It may go below 0, so no line has a floor. A late line expects the
 * stock that it was decided on, so that a count which comes between decision and append is not
 * overlooked. The append cannot compare the time of the count itself, so another sale in between
 * also has it decided again. A recent line expects nothing: which of it and a count of the same
 * minute was first cannot be said, and tills that sell one product at once need not wait.
 */
export function stockOf(sale: TillSale): StockLine[] {
  const { products, isLate } = sale;
  return [...quantityByProduct(movingLines(sale))].map(([productId, quantity]) => {
    const expectedOnHand = isLate ? products.get(productId)?.onHand : undefined;
    return {
      productId,
      amount: -quantity,
      floor: false,
      ...(expectedOnHand === undefined ? {} : { expectedOnHand }),
    };
  });
}

/** What the log holds of the sale: the till's own sums, and what only the server knows. */
export function recordOf(sale: TillSale): SaleRecorded["data"] {
  const { saleId, till, body, customer, notes } = sale;
  const { currency, totalMinor, taxMinor, tax, receiptNumber, receiptTokenSha256 } = body;
  const businessDate = businessDateOf(sale);
  const parts = taxParts(taxMinor, { currency, rateBp: tax.rateBp, date: businessDate });
  return {
    saleId,
    store: ONLY_STORE,
    register: till,
    businessDate,
    currency,
    ...(customer ? { customer } : {}),
    lines: body.lines.map((line) =>
      isCounted(line.productId, sale) ? { ...line, counted: true } : line,
    ),
    tenders: body.tenders.map(toTender),
    totalMinor,
    taxMinor,
    tax: { ...tax, ...(parts ? { parts: [...parts] } : {}) },
    ...(notes ? { notes } : {}),
    receiptNumber,
    ...(receiptTokenSha256 === undefined ? {} : { receiptTokenSha256 }),
  };
}

const toTender = ({ method, amountMinor, ...more }: SaleEntryBody["tenders"][number]): Tender => ({
  ...tenderOf(method, amountMinor),
  ...more,
});

const DAY_MS = 86_400_000;

/** The till's own day, unless it is more than a day away from the time of the sale. */
function businessDateOf({ body: { businessDate }, occurredMs, tenant }: TillSale): string {
  const day = localDate(occurredMs, tenant.timezone);
  return Math.abs(Date.parse(businessDate) - Date.parse(day)) <= DAY_MS ? businessDate : day;
}
