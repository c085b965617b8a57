import { formatMoney } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { plainMoney } from "#web/ui/chart/money.tsx";

import { copyText, type ReceiptLine, type ReceiptProps, type ReceiptTender } from "./receipt.tsx";

const words = texts.receipt;

/** The receipt as a message: the same words and amounts, a line each, and where to find it. */
export function receiptText(receipt: ReceiptProps, address?: string): string {
  const { shop, facts, lines, currency, taxes, taxMode, totalMinor, tenders, note, footer } =
    receipt;
  const untaxed = receipt.untaxed ?? [];
  const added = taxMode === "exclusive";
  const sold = lines.reduce((sum, line) => sum + line.totalMinor, 0);
  const taxLines = taxes.map(
    ({ name, amountMinor }) => `${added ? "" : "incl. "}${name}: ${plainMoney(amountMinor)}`,
  );
  const parts: readonly (readonly (string | undefined)[])[] = [
    [
      receipt.voided ? words.voided : undefined,
      receipt.copy ? copyText(receipt) : undefined,
      shop.name,
      ...shop.lines,
    ],
    facts.map(({ name, value }) => `${name}: ${value}`),
    lines.map(lineText),
    [
      ...(added && taxes.length > 0 ? [`Subtotal: ${plainMoney(sold)}`, ...taxLines] : []),
      `Total: ${formatMoney(totalMinor, currency)}`,
      ...(added ? [] : taxLines),
      ...untaxed.map(({ name, amountMinor }) => `${name}: ${plainMoney(amountMinor)}`),
      ...tenders.flatMap(tenderTexts),
    ],
    [note],
    [footer],
    [address],
  ];
  return parts
    .map((part) => part.filter((line) => line !== undefined).join("\n"))
    .filter((part) => part !== "")
    .join("\n\n");
}

function lineText({ name, quantity, unitPriceMinor, discountMinor, totalMinor }: ReceiptLine) {
  const priced = quantity !== "1" || discountMinor > 0;
  const detail = priced ? `, ${quantity} × ${plainMoney(unitPriceMinor)}` : "";
  const discount = discountMinor > 0 ? `, discount ${plainMoney(discountMinor)}` : "";
  return `${name}${detail}${discount}: ${plainMoney(totalMinor)}`;
}

function tenderTexts({ name, amountMinor, givenMinor, reference }: ReceiptTender) {
  const paid = `${name}${reference === undefined ? "" : ` ${reference}`}`;
  return [
    `${paid}: ${plainMoney(givenMinor ?? amountMinor)}`,
    ...(givenMinor === undefined ? [] : [`Change: ${plainMoney(givenMinor - amountMinor)}`]),
  ];
}
