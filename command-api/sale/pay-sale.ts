import type { PaymentMethod, TenderInput } from "#kernel/contract/api/sale.ts";
import type { Tender } from "#kernel/contract/events/sale.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";

export type PayingRejectionCode = "tenders-differ";

type Paid = Readonly<{
  payment_method: PaymentMethod;
  tenders?: readonly TenderInput[] | undefined;
}>;

/** How the total was paid: in one way, or in several that add up to it to the pesewa. */
export function paySale(
  { payment_method: method, tenders }: Paid,
  totalMinor: number,
): Tender[] | Rejection<PayingRejectionCode> {
  if (!tenders) return [tenderOf(method, totalMinor)];
  const paid = tenders.reduce((sum, { amount }) => sum + amount, 0);
  if (paid !== totalMinor) return reject("tenders-differ");
  return tenders.map(({ method: way, amount, given, reference }) => ({
    ...tenderOf(way, amount),
    ...(given === undefined ? {} : { givenMinor: given }),
    ...(reference === undefined ? {} : { reference }),
  }));
}

/** Cash in the drawer is confirmed; the rest nobody but the cashier has seen (R26). */
export const tenderOf = (method: PaymentMethod, amountMinor: number): Tender => ({
  method,
  amountMinor,
  status: method === "cash" ? "confirmed" : "asserted",
});
