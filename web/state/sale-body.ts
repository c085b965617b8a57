import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import type { TaxMode } from "#kernel/contract/choices.ts";
import { toDecimal } from "#kernel/contract/money.ts";

import { discountBody, discountsOf } from "./cart-discount.ts";
import type { Cart, Tender } from "./cart.ts";

type SaleOptions = Readonly<{
  confirmOversell?: boolean | undefined;
  /** The request takes prices with tax inside unless it says otherwise. */
  taxMode?: TaxMode | undefined;
}>;

/**
 * The body of `POST /api/sales.php`, and with amounts without a product of `POST /api/v1/sales`. The sell screen sends the tenders, the New Sale dialog only the payment
 * method of the specification. `notes` is always sent, also empty, as the specification shows it.
 */
export function saleBody(
  cart: Cart,
  payment: readonly Tender[] | PaymentMethod,
  { confirmOversell = false, taxMode = "inclusive" }: SaleOptions = {},
) {
  const { customer, lines, note } = cart;
  const discounts = discountsOf(cart);
  return {
    customer_id: customer?.id ?? null,
    items: lines.map(({ productId, quantity, unitPriceMinor, perUnit, open, name }) => ({
      product_id: productId,
      quantity,
      unit_price: toDecimal(unitPriceMinor),
      ...(perUnit > 1 ? { base_units: true } : {}),
      ...(open && { open, name }),
    })),
    ...(discounts.length > 0 ? { discounts: discounts.map(discountBody) } : {}),
    notes: note ?? "",
    ...(typeof payment === "string"
      ? { payment_method: payment }
      : { tenders: payment.map(tenderBody) }),
    ...(confirmOversell ? { confirm_oversell: true } : {}),
    ...(taxMode === "exclusive" ? { tax: taxMode } : {}),
  };
}

const tenderBody = ({ method, amountMinor, givenMinor, reference }: Tender) => ({
  method,
  amount: toDecimal(amountMinor),
  ...(givenMinor === undefined ? {} : { given: toDecimal(givenMinor) }),
  ...(reference === undefined ? {} : { reference }),
});
