import { texts } from "#kernel/contract/texts.ts";

type Named = {
  first_name: string | null;
  last_name: string | null;
  /** Of a sale: null where it was to nobody that the shop knows. */
  customer_id?: string | null;
};

/** The customer's full name, else the walk-in customer, or that there was one who was erased. */
export function customerName(named: Named): string {
  const { first_name: first, last_name: last, customer_id: id = null } = named;
  const name = [first, last].filter((part) => part !== null && part !== "").join(" ");
  if (name !== "") return name;
  return id === null ? texts.sales.walkIn : texts.sales.erasedCustomer;
}

export const initialsOf = (first: string, last: string): string =>
  [first, last].map((name) => Array.from(name.trim())[0]?.toUpperCase() ?? "").join("");
