import { shortId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";

type Named = {
  first_name: string | null;
  last_name: string | null;
  /** Null for a walk-in customer. */
  customer_id?: string | null;
};

/** The customer's full name, or the texts for a walk-in and for an erased customer. */
export function customerName(named: Named): string {
  const { first_name: first, last_name: last, customer_id: id = null } = named;
  const name = [first, last].filter((part) => part !== null && part !== "").join(" ");
  if (name !== "") return name;
  return id === null ? texts.sales.walkIn : texts.sales.erasedCustomer;
}

/** The number on the receipt, or the end of the id of a sale that has none. */
export const saleNumber = (sale: Readonly<{ id: string; receipt_number: string | null }>): string =>
  sale.receipt_number ?? shortId(sale.id);

export const initialsOf = (first: string, last: string): string =>
  [first, last].map((name) => Array.from(name.trim())[0]?.toUpperCase() ?? "").join("");

/** "Owner", "Stock keeper"; super admins have a name of their own. */
export function roleText(role: string): string {
  if (role === "super_admin") return "Super Admin";
  const words = role.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
