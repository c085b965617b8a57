import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { paymentMethods } from "#web/format/payment-methods.ts";
import type { Tender } from "#web/state/cart.ts";
import { plainMoney } from "#web/ui/chart/money.tsx";

type ConfirmInput = {
  part: Tender | "over" | "nothing";
  method: PaymentMethod;
  dueMinor: number;
  typed: string;
};

/** Label and amounts of the confirm button: what is taken, and the change or the rest to pay. */
export function takeWords({ part, method, dueMinor, typed }: ConfirmInput) {
  const taken: Tender = typeof part === "string" ? { method, amountMinor: dueMinor } : part;
  const { amountMinor } = taken;
  const givenMinor = taken.givenMinor ?? amountMinor;
  const action = actionOf(method);
  const figure = { action, amountMinor: givenMinor };
  if (amountMinor < dueMinor) {
    return { ...figure, name: "Still to pay after this", minor: dueMinor - amountMinor };
  }
  if (method !== "cash") return { ...figure, name: "Amount", minor: amountMinor };
  const from = typed === "" ? "" : ` from ${plainMoney(givenMinor)}`;
  return { ...figure, name: `Change${from}`, minor: givenMinor - amountMinor };
}

function actionOf(method: PaymentMethod): string {
  const short = paymentMethods.find(({ value }) => value === method)?.short ?? method;
  return method === "cash" ? "Take cash" : `Record ${short}`;
}
