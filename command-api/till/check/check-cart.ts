import { quantityByProduct } from "#command-api/sale/sale.ts";
import type { StockedProduct } from "#command-api/till/stocked-product.ts";
import type { CheckFinding, CheckRequest } from "#kernel/contract/api/till/entries.ts";
import type { ProductId } from "#kernel/contract/ids.ts";

type Lines = CheckRequest["lines"];

/**
 * What a till should know about a cart before it is paid: products that are unknown, archived, at
 * another price, or not in stock in this quantity. Several lines of one product count together.
 */
export const checkCart = (
  lines: Lines,
  productOf: (id: ProductId) => StockedProduct | undefined,
): CheckFinding[] =>
  [...quantityByProduct(lines)].flatMap(([productId, quantity]): CheckFinding[] => {
    const product = productOf(productId);
    if (!product) return [{ productId, what: "unknown" }];
    const { status, priceMinor, onHand } = product;
    const isOtherPrice = lines.some(
      (line) => line.productId === productId && line.listPriceMinor !== priceMinor,
    );
    return [
      ...(status === "archived" ? [{ productId, what: "archived" } as const] : []),
      ...(isOtherPrice ? [{ productId, what: "price", priceMinor } as const] : []),
      ...(onHand < quantity ? [{ productId, what: "short", onHand } as const] : []),
    ];
  });
