import { texts } from "#kernel/contract/texts.ts";

/** "1 product", "1,246 sales". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-GH")} ${count === 1 ? one : many}`;

/** The number of matches: "164 products", "3 of 164 products". */
export const foundText = (found: number, all: number, one: string): string =>
  found === all ? counted(all, one) : `${found.toLocaleString("en-GH")} of ${counted(all, one)}`;

const LOW_BELOW = 10;
const MEDIUM_BELOW = 50;

/** The fixed bands of the specification. A negative stock counts as out. */
export function stockLevel(stock: number): "out" | "low" | "medium" | "good" {
  if (stock <= 0) return "out";
  if (stock < LOW_BELOW) return "low";
  return stock < MEDIUM_BELOW ? "medium" : "good";
}

export function stockText(stock: number): string {
  const level = stockLevel(stock);
  if (level === "out") return texts.stock.out;
  const count = stock.toLocaleString("en-GH");
  return level === "low" ? `${count} left` : `${count} in stock`;
}
