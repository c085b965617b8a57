import { PAYMENT_NAMES } from "#kernel/contract/api/sale.ts";
import { formatMoney } from "#kernel/contract/money.ts";
import { quantityText } from "#kernel/contract/sale-item.ts";
import { texts } from "#kernel/contract/texts.ts";
import { hasTaxed, untaxedSums } from "#kernel/contract/untaxed.ts";
import { escaped, page, pageHeaders } from "#query-api/plain-page.ts";

import type { ReceiptPlace, ReceiptRow } from "./receipt.query.ts";

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 22%, transparent); }
body { margin: 0 auto; max-width: 26rem; padding: 1.25rem 1rem 4rem; font: 16px/24px system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 22px; line-height: 28px; margin: 1.25rem 0 .25rem; }
h2 { font-size: 16px; line-height: 24px; margin: 2rem 0 .25rem; }
p { margin: 0 0 .5rem; white-space: pre-line; }
a { color: inherit; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
.state { margin: 0; padding: .75rem 1rem; border: 2px solid #1f7a3d; border-radius: 10px; font-weight: 600; }
.void { border-color: #c22f2f; }
dl { margin: .75rem 0 0; padding-top: .75rem; border-top: 1px solid var(--line); }
dl div { display: flex; gap: 1rem; justify-content: space-between; }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
dt small { display: block; opacity: .75; font-size: 14px; line-height: 20px; }
.facts dd { white-space: normal; }
.total { font-size: 20px; line-height: 32px; font-weight: 700; }
small { overflow-wrap: anywhere; font-size: 14px; line-height: 20px; }
`;

/** Neither kept nor indexed, and a link that is followed from it does not tell its address. */
export const RECEIPT_HEADERS = {
  ...pageHeaders(STYLE),
  "cache-control": "no-store",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
};

/** Where the sale is in the log, and the signed checkpoint that proves it, if there is one yet. */
export type Signed = Readonly<{
  seq: number;
  leaf?: string;
  checkpoint?: Readonly<{ treeSize: number; signedMs: number }>;
}>;

export function receiptPage(row: ReceiptRow, place: Pick<ReceiptPlace, "tenantId"> & Signed) {
  const { shop, phone, address, tin, footer } = row;
  const main = [
    stateOf(row),
    `<h1>${escaped(shop)}</h1>`,
    given(address, (text) => `<p>${escaped(text)}</p>`),
    given(phone, (text) => `<p><a href="tel:${escaped(dialled(text))}">${escaped(text)}</a></p>`),
    given(tin, (text) => `<p>TIN ${escaped(text)}</p>`),
    factsOf(row),
    rows(row.lines.map((line) => lineOf(line, row))),
    totalsOf(row),
    given(footer, (text) => `<p>${escaped(text)}</p>`),
    proofOf(row, place),
  ];
  return page(`Receipt ${numberOf(row)}, ${shop}`, { style: STYLE, main: main.join("\n") });
}

export const NOT_FOUND_PAGE = page("Receipt not found", {
  style: STYLE,
  main: "<h1>Receipt not found</h1>\n<p>This link opens no receipt. If it was issued just now, try again in a few minutes: the till may have no network. Otherwise check that the link is complete, or ask the shop for a new one.</p>",
});

const given = (text: string | null, html: (text: string) => string): string =>
  text === null || text.trim() === "" ? "" : html(text);

const dialled = (phone: string): string => phone.replace(/[^\d+]/g, "");

function stateOf({ voided_ms: voidedMs, timezone }: ReceiptRow): string {
  if (voidedMs === null) return '<p class="state">Valid receipt</p>';
  const since = timeIn(voidedMs, timezone);
  return `<p class="state void">${texts.receipt.voided}: the shop voided this sale on ${since}.</p>`;
}

const timeIn = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    ms,
  );

const rows = (html: readonly string[], kind = ""): string =>
  html.length === 0 ? "" : `<dl${kind && ` class="${kind}"`}>\n${html.join("\n")}\n</dl>`;

const pair = (name: string, value: string): string =>
  `<div><dt>${name}</dt><dd>${value}</dd></div>`;

const numberOf = ({ store, register, receipt_number: number }: ReceiptRow): string =>
  number === null ? "" : `${store}-${register}-${number}`;

function factsOf(row: ReceiptRow): string {
  const customer = masked([row.first_name, row.last_name]);
  return rows(
    [
      ...(row.receipt_number === null ? [] : [pair("Receipt", numberOf(row))]),
      pair("Date", timeIn(row.occurred_ms, row.timezone)),
      ...(customer === "" ? [] : [pair("Customer", escaped(customer))]),
    ],
    "facts",
  );
}

/** Enough for customers to know their own receipt: "A*** M***". */
const masked = (names: readonly (string | null)[]): string =>
  names
    .flatMap((name) => name?.trim().codePointAt(0) ?? [])
    .map((first) => `${String.fromCodePoint(first)}***`)
    .join(" ");

function lineOf(line: ReceiptRow["lines"][number], { currency, tax }: ReceiptRow): string {
  const { name, quantity, perUnit = null, unitPriceMinor, discountMinor } = line;
  const money = (minor: number): string => formatMoney(minor, currency);
  const sold = quantityText({ quantity, per_unit: perUnit });
  const isPriced = sold !== "1" || discountMinor > 0;
  const discount = discountMinor > 0 ? `, discount ${money(discountMinor)}` : "";
  const detail = isPriced ? `<small>${sold} × ${money(unitPriceMinor)}${discount}</small>` : "";
  const added = tax.mode === "exclusive" ? line.taxMinor : 0;
  return pair(`${escaped(name)}${detail}`, money(line.totalMinor - added));
}

const PERCENT = 100;

function totalsOf({
  currency,
  lines,
  total_minor: total,
  tax_minor: all,
  tax,
  tenders,
}: ReceiptRow) {
  const money = (minor: number): string => formatMoney(minor, currency);
  const parts = tax.parts ?? [{ name: "Tax", rateBp: tax.rateBp, amountMinor: all }];
  const isTaxed = tax.rateBp > 0 && hasTaxed(lines);
  const taxes = (isTaxed ? parts : []).map(({ name, rateBp, amountMinor }) =>
    pair(
      `${tax.mode === "inclusive" ? "incl. " : ""}${escaped(name)} ${rateBp / PERCENT}%`,
      money(amountMinor),
    ),
  );
  const sum = `<div class="total"><dt>Total</dt><dd>${money(total)}</dd></div>`;
  const payments = tenders.flatMap(({ method, amountMinor, givenMinor = amountMinor }) => [
    pair(PAYMENT_NAMES[method], money(givenMinor)),
    ...(givenMinor > amountMinor ? [pair("Change", money(givenMinor - amountMinor))] : []),
  ]);
  const added = tax.mode === "exclusive" && taxes.length > 0;
  return rows([
    ...(added ? [pair("Subtotal", money(total - all)), ...taxes] : []),
    sum,
    ...(added ? [] : taxes),
    ...untaxedSums(lines, tax.rateBp).map(({ name, amountMinor }) =>
      pair(name, money(amountMinor)),
    ),
    ...payments,
  ]);
}

function proofOf(
  { timezone }: ReceiptRow,
  { seq, leaf, checkpoint, tenantId }: Pick<ReceiptPlace, "tenantId"> & Signed,
): string {
  const place = `Event ${seq} in the log of this shop.`;
  const signed = checkpoint
    ? `The log was signed on ${timeIn(checkpoint.signedMs, timezone)} with ${checkpoint.treeSize} events, and this sale is among them: checked just now. <a href="/checkpoints/${tenantId}/${checkpoint.treeSize}">The signed checkpoint</a>`
    : "The log is signed every few minutes. This sale will be in the next checkpoint.";
  const hash = leaf === undefined ? "" : `<p><small>SHA-256 ${leaf}</small></p>`;
  return `<h2>In the signed log</h2>\n<p>${place} ${signed}</p>\n${hash}`;
}
