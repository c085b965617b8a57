import { UserId } from "#kernel/contract/ids.ts";
import { productOf, saleOf } from "#tests/kit/builders/shop-log.ts";

import { PEOPLE, type Writer } from "./history-writer.ts";

const METHODS = ["cash", "card", "mobile_money"] as const;
const CURRENCIES = ["GHS", "GHS", "GHS", "USD"] as const;

type Line = Readonly<{
  product: number;
  quantity: number;
  priceMinor: number;
  counted: boolean;
  movesStock: boolean;
}>;
type Sold = Readonly<{ data: object; soldMs: number; soldBy: UserId; lines: readonly Line[] }>;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, "2026-03-10".length);

/**
 * Sales of existing products, to walk-in or known customers, and voids of sales that are not
 * voided.
 */
export function imagineSales(writer: Writer) {
  const { random, below, oneOf, anyMs, happen, stock, uncounted, seal } = writer;
  const sales = new Map<number, Sold>();
  let sold = 0;

  /** One line per product, as commands send them. A void gives back what the sale took. */
  const moves = (lines: readonly Line[], sign: 1 | -1) =>
    [
      ...Map.groupBy(
        lines.filter(({ movesStock }) => movesStock),
        ({ product }) => product,
      ),
    ].flatMap(([product, its]) =>
      stock(product, sign * its.reduce((sum, { quantity }) => sum + quantity, 0)),
    );

  async function sell(products: number, customers: readonly string[]): Promise<void> {
    sold += 1;
    const saleId = saleOf(sold);
    const soldMs = anyMs();
    const isOfTill = random() < 0.3;
    const counted = new Set(isOfTill ? [1 + below(products), 1 + below(products)] : []);
    const lines = Array.from({ length: 1 + below(3) }, () => {
      const product = 1 + below(products);
      const isCounted = counted.has(product);
      const movesStock = !isCounted && !uncounted.has(product);
      const [quantity, priceMinor] = [1 + below(4), below(700)];
      return { product, quantity, priceMinor, counted: isCounted, movesStock };
    });
    const totalMinor = lines.reduce((sum, line) => sum + line.quantity * line.priceMinor, 0);
    const part = below(totalMinor + 1);
    const parts = random() < 0.3 ? [part, totalMinor - part] : [totalMinor];
    const sums = {
      saleId,
      businessDate: dayOf(soldMs),
      currency: oneOf(CURRENCIES),
      lines: lines.map(({ product, quantity, priceMinor, counted: isCounted }) => ({
        productId: productOf(product),
        name: `Product ${product}`,
        quantity,
        listPriceMinor: priceMinor,
        unitPriceMinor: priceMinor,
        discountMinor: 0,
        taxMinor: 1,
        totalMinor: quantity * priceMinor,
        ...(isCounted && { counted: true }),
        ...(random() < 0.2 && { taxCategory: oneOf(["exempt", "zero"]) }),
      })),
      totalMinor,
      taxMinor: lines.length,
      tenders: parts.map((amountMinor) => ({
        method: oneOf(METHODS),
        amountMinor,
        status: oneOf(["confirmed", "asserted"]),
      })),
    };
    const customerId = random() < 0.4 ? oneOf(customers) : undefined;
    const tax = { mode: "inclusive", rateBp: 1500 };
    const more = {
      ...(isOfTill && { receiptNumber: sold }),
      ...(customerId && { customer: { id: customerId, name: await seal(customerId, "Name") } }),
      ...(random() < 0.2 && { notes: await seal(saleId, "for Friday") }),
    };
    const by = UserId.parse(oneOf(PEOPLE));
    sales.set(sold, { data: sums, soldMs, soldBy: by, lines });
    await happen(
      ["sale", saleId, "SaleRecorded"],
      { ...sums, store: 1, register: isOfTill ? 2 : 1, tax, ...more },
      {
        by,
        occurredMs: soldMs,
        stock: moves(lines, -1),
        counters: [{ name: isOfTill ? "till:2" : "sale", delta: 1 }],
      },
    );
  }

  async function voidSale(products: number, customers: readonly string[]): Promise<void> {
    const sale = oneOf([...sales.keys()]);
    const current = sales.get(sale ?? 0);
    if (sale === undefined || !current) return sell(products, customers);
    sales.delete(sale);
    const { data, soldMs, soldBy, lines } = current;
    // An old build does not record the person and the time of the sale.
    const whose = random() < 0.8 ? { soldMs, soldBy } : {};
    await happen(
      ["sale", saleOf(sale), "SaleVoided"],
      { ...data, ...whose, reason: "wrong" },
      {
        stock: moves(lines, 1),
      },
    );
  }

  return { sell, voidSale };
}
