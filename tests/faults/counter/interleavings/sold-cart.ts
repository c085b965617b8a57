import type { EntryLine, SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { sumCart } from "#kernel/contract/cart.ts";
import { CustomerId, ProductId } from "#kernel/contract/ids.ts";
import type { Cart, Tender } from "#web/state/cart.ts";

import { PRODUCTS, type TillSale } from "./imagine.ts";

/** How the numbers of a history are called in one shop. */
export type Names = Readonly<{
  productOf: (product: number) => string;
  customerOf: (customer: number) => string;
}>;

const CUSTOMER = "Ama Mensah";

type Printed = Readonly<{ receiptNumber: number; businessDate: string }>;

export const cartOf = ({ sold, customer }: TillSale, names: Names): Cart => ({
  lines: sold.map(({ product, quantity, listMinor, unitMinor }) => ({
    productId: names.productOf(product),
    name: PRODUCTS[product] ?? "Unknown",
    unitPriceMinor: unitMinor,
    listPriceMinor: listMinor,
    quantity,
    perUnit: 1,
    unit: null,
    stock: 0,
  })),
  newest: null,
  customer: customer === undefined ? null : { id: names.customerOf(customer), name: CUSTOMER },
});

/**
 * The body of a sale that the screens of the till cannot make yet: with a discount, with tax on top,
 * with a note, or with sums that are not the server's. Undefined for any other sale.
 */
export function oddBody(sale: TillSale, names: Names, printed: Printed): SaleEntryBody | undefined {
  const hasDiscount = sale.sold.some(({ discountMinor }) => discountMinor > 0);
  if (!sale.isExclusive && !sale.isOff && !hasDiscount) return undefined;
  const mode = sale.isExclusive ? "exclusive" : "inclusive";
  const sums = sumCart({
    items: sale.sold.map(({ unitMinor, quantity }) => ({ unitPriceMinor: unitMinor, quantity })),
    discounts: sale.sold.map(({ discountMinor }, item) => ({ item, amountMinor: discountMinor })),
    taxRateBp: sale.rateBp,
    taxMode: mode,
  });
  if (typeof sums === "string") throw new Error(sums);
  const more = sale.isOff ? 1 : 0;
  const lines = sale.sold.map((sold, index): EntryLine => {
    const { taxMinor = 0, totalMinor = 0 } = sums.lines[index] ?? {};
    return {
      productId: ProductId.parse(names.productOf(sold.product)),
      name: PRODUCTS[sold.product] ?? "Unknown",
      quantity: sold.quantity,
      listPriceMinor: sold.listMinor,
      unitPriceMinor: sold.unitMinor,
      discountMinor: sold.discountMinor,
      taxMinor,
      totalMinor: totalMinor + (index === 0 ? more : 0),
    };
  });
  const totalMinor = sums.totalMinor + more;
  return {
    ...printed,
    currency: "GHS",
    lines,
    tenders: tendersOf(sale.pays, totalMinor),
    tax: { mode, rateBp: sale.rateBp },
    totalMinor,
    taxMinor: sums.taxMinor,
    ...(sale.customer === undefined
      ? {}
      : {
          customer: { id: CustomerId.parse(names.customerOf(sale.customer)), name: CUSTOMER },
          notes: "for the church",
        }),
  };
}

export function tendersOf(pays: TillSale["pays"], totalMinor: number): Tender[] {
  const half = Math.floor(totalMinor / 2);
  switch (pays) {
    case "cash":
      return [{ method: "cash", amountMinor: totalMinor, givenMinor: totalMinor + 50 }];
    case "mobile_money":
      return [{ method: "mobile_money", amountMinor: totalMinor, reference: "0241234567" }];
    case "both":
      return [
        { method: "mobile_money", amountMinor: half },
        { method: "cash", amountMinor: totalMinor - half },
      ];
  }
}
