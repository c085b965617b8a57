import { texts } from "#kernel/contract/texts.ts";

type Named = { first_name: string | null; last_name: string | null };

/** The customer's full name, else the walk-in customer. */
export function customerName({ first_name: first, last_name: last }: Named): string {
  const name = [first, last].filter((part) => part !== null && part !== "").join(" ");
  return name === "" ? texts.sales.walkIn : name;
}

export const initialsOf = (first: string, last: string): string =>
  [first, last].map((name) => Array.from(name.trim())[0]?.toUpperCase() ?? "").join("");
