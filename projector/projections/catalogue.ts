import { customers } from "./customers.ts";
import { dailyTotals } from "./daily-totals.ts";
import { productDays } from "./product-days.ts";
import { productTotals } from "./product-totals.ts";
import { products } from "./products.ts";
import type { Projection } from "./projection.ts";
import { sales } from "./sales.ts";
import { shops } from "./shops.ts";

/** Every read model there is. The largest first: while it is written, the others are folded. */
export const PROJECTIONS: readonly Projection[] = [
  sales,
  shops,
  products,
  customers,
  dailyTotals,
  productDays,
  productTotals,
];
