import { toDecimal } from "#kernel/contract/money.ts";
import type { Part } from "#web/features/sell/charge/payment.ts";

import type { Cart } from "./cart.ts";

/** The sale as the server takes it: the prices the cart was charged by, and how it was paid. */
export function saleBody(cart: Cart, parts: readonly Part[], sellMissing = false) {
  return {
    customer_id: cart.customer?.id ?? null,
    items: cart.lines.map(({ productId, quantity, unitPriceMinor, perUnit }) => ({
      product_id: productId,
      quantity,
      unit_price: toDecimal(unitPriceMinor),
      ...(perUnit > 1 ? { base_units: true } : {}),
    })),
    notes: "",
    tenders: parts.map(({ method, amountMinor, givenMinor, reference }) => ({
      method,
      amount: toDecimal(amountMinor),
      ...(givenMinor === undefined ? {} : { given: toDecimal(givenMinor) }),
      ...(reference === undefined ? {} : { reference }),
    })),
    ...(sellMissing ? { confirm_oversell: true } : {}),
  };
}
