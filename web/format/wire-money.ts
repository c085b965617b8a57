/** As people type it: "1,234.5", "12.", ".5". What is still no amount is left for the schema to refuse. */
export function typedAmount(text: string): string {
  const plain = text.trim().replaceAll(/,(?=\d{3}(?:\D|$))/g, "");
  const closed = plain.replace(/\.$/, "");
  return closed.startsWith(".") ? `0${closed}` : closed;
}
