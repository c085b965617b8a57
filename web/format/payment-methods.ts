import type { PaymentMethod } from "#kernel/contract/api/sale.ts";

export const paymentMethods = [
  { value: "cash", label: "Cash", short: "Cash", icon: "cash" },
  { value: "mobile_money", label: "Mobile money", short: "MoMo", icon: "phone" },
  { value: "card", label: "Card", short: "Card", icon: "card" },
  { value: "bank_transfer", label: "Bank transfer", short: "Bank", icon: "bank" },
] as const satisfies readonly {
  value: PaymentMethod;
  label: string;
  short: string;
  icon: string;
}[];

/** An unknown method, from a newer server, is shown unchanged. */
export function paymentLabel(method: string) {
  const known = paymentMethods.find(({ value }) => value === method);
  return known ?? { label: method, icon: "cash" as const };
}
