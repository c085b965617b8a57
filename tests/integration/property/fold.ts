import type { TillbookEvent } from "#kernel/contract/events/catalogue.ts";
import type { SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";

type Product = {
  stock: number;
  tracksStock: boolean;
  isArchived: boolean;
  reorderPoint: number | undefined;
};
type Sale = Readonly<{
  data: SaleRecorded["data"];
  isVoid: boolean;
  /** What was taken of each product. */
  taken: ReadonlyMap<string, number>;
}>;

/** What a log adds up to, by a fold that shares no code with the deciders and the projections. */
export type Folded = Readonly<{
  products: Map<string, Product>;
  customers: Map<string, boolean>;
  sales: Map<string, Sale>;
  /** Invariants broken at any position of the log. */
  wrong: string[];
}>;

const THRESHOLD = 10;

export function foldLog(events: readonly TillbookEvent[]): Folded {
  const folded: Folded = { products: new Map(), customers: new Map(), sales: new Map(), wrong: [] };
  for (const event of events) {
    apply(folded, event);
    const below = [...folded.products].filter(([, { stock }]) => stock < 0);
    for (const [id] of below) folded.wrong.push(`stock of ${id} below 0 by ${event.type}`);
  }
  return folded;
}

function apply(folded: Folded, event: TillbookEvent): void {
  applyToProduct(folded, event);
  applyToCustomer(folded, event);
  if (event.type === "SaleRecorded") record(folded, event.data);
  if (event.type === "SaleVoided") voidSale(folded, event.data);
}

function applyToProduct({ products, wrong }: Folded, event: TillbookEvent): void {
  if (event.type === "ProductAdded") {
    const { productId, openingStock: stock, reorderPoint, tracksStock = true } = event.data;
    products.set(productId, { stock, tracksStock, isArchived: false, reorderPoint });
  }
  if (!PRODUCT_CHANGES.some((type) => type === event.type) || !("productId" in event.data)) return;
  const product = products.get(event.data.productId);
  if (!product) wrong.push(`${event.type} of an unknown product`);
  else if (event.type === "ProductArchived") product.isArchived = true;
  else if (event.type === "ProductRestored") product.isArchived = false;
  else if (event.type === "StockAdjusted") product.stock += event.data.delta;
  else if (event.type === "StockCounted") product.stock = event.data.to;
  else if (event.type === "ProductDetailsChanged") {
    product.tracksStock = event.data.changes.tracksStock?.to ?? product.tracksStock;
  }
}

const PRODUCT_CHANGES = [
  "ProductDetailsChanged",
  "ProductRepriced",
  "ProductArchived",
  "ProductRestored",
  "ProductPictureSet",
  "StockAdjusted",
  "StockCounted",
] as const;

function applyToCustomer({ customers }: Folded, event: TillbookEvent): void {
  if (event.type === "CustomerAdded" || event.type === "CustomerRestored") {
    customers.set(event.data.customerId, true);
  }
  if (event.type === "CustomerArchived") customers.set(event.data.customerId, false);
}

function record({ products, customers, sales, wrong }: Folded, data: SaleRecorded["data"]): void {
  const taken = new Map<string, number>();
  sales.set(data.saleId, { data, isVoid: false, taken });
  wrong.push(...wrongSums(data));
  if (data.customer && !customers.has(data.customer.id)) {
    wrong.push(`sale ${data.saleId} names an unknown customer`);
  }
  for (const { productId, quantity, counted } of data.lines) {
    const product = products.get(productId);
    if (!product) wrong.push(`sale ${data.saleId} of an unknown product`);
    if (!product?.tracksStock || counted) continue;
    product.stock -= quantity;
    taken.set(productId, (taken.get(productId) ?? 0) + quantity);
  }
}

function voidSale({ products, sales, wrong }: Folded, { saleId }: SaleVoided["data"]): void {
  const sale = sales.get(saleId);
  if (!sale || sale.isVoid) wrong.push(`sale ${saleId} was voided but does not exist`);
  if (sale) sales.set(saleId, { ...sale, isVoid: true });
  for (const [productId, quantity] of sale?.taken ?? []) {
    const product = products.get(productId);
    if (product) product.stock += quantity;
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/**
 * Lines, total and payments are equal, in whole pesewas; so are debits and credits of the sale's
 * journal entry.
 */
function wrongSums({ saleId, lines, tenders, totalMinor }: SaleRecorded["data"]): string[] {
  const sums = [
    sum(lines.map((line) => line.totalMinor)),
    sum(lines.map((line) => line.quantity * line.unitPriceMinor - line.discountMinor)),
    sum(tenders.map((tender) => tender.amountMinor)),
  ];
  return sums.every((one) => one === totalMinor && Number.isSafeInteger(one))
    ? []
    : [`sale ${saleId} of ${totalMinor} has ${sums.join(", ")}`];
}

/** What the dashboard and the reports must show, in decimals. */
export function figuresOf({ products, customers, sales }: Folded) {
  const kept = [...sales.values()].filter(({ isVoid }) => !isVoid).map(({ data }) => data);
  const months = new Map<string, { monthly_sales: number; monthly_orders: number }>();
  const sold = new Map<string, { total_sold: number; total_revenue: number }>();
  for (const { businessDate, totalMinor, lines } of kept) {
    const month = `${businessDate.slice(0, 7)}-01`;
    const before = months.get(month) ?? { monthly_sales: 0, monthly_orders: 0 };
    months.set(month, {
      monthly_sales: before.monthly_sales + totalMinor,
      monthly_orders: before.monthly_orders + 1,
    });
    for (const line of lines) {
      const own = sold.get(line.productId) ?? { total_sold: 0, total_revenue: 0 };
      sold.set(line.productId, {
        total_sold: own.total_sold + line.quantity,
        total_revenue: own.total_revenue + line.totalMinor,
      });
    }
  }
  const present = [...products].filter(([, { isArchived }]) => !isArchived);
  return {
    totals: {
      totalSales: sum(kept.map(({ totalMinor }) => totalMinor)) / 100,
      totalOrders: kept.length,
      totalCustomers: [...customers.values()].filter(Boolean).length,
      totalProducts: present.length,
    },
    months,
    sold,
    stock: new Map(present.map(([id, { stock, tracksStock }]) => [id, tracksStock ? stock : 0])),
    low: present.flatMap(([id, { stock, tracksStock, reorderPoint = THRESHOLD }]) =>
      tracksStock && stock < reorderPoint ? [id] : [],
    ),
    sales: kept.map(({ saleId }) => saleId),
  };
}
