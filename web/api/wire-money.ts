import { toMinor } from "#kernel/contract/money.ts";

/** The edge: an amount of the wire (a number with at most two decimals) becomes pesewas here. */
export function minorOf(amount: number): number {
  const minor = toMinor(amount);
  if (minor === undefined) throw new RangeError(`not an amount of money: ${amount}`);
  return minor;
}

/** As people type it: "1,234.5", "12.", ".5". What is still no amount is left for the schema to refuse. */
export function typedAmount(text: string): string {
  const plain = text.trim().replaceAll(/,(?=\d{3}(?:\D|$))/g, "");
  const closed = plain.replace(/\.$/, "");
  return closed.startsWith(".") ? `0${closed}` : closed;
}
