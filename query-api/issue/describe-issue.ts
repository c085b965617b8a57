import * as z from "zod/mini";

import { sumCart } from "#kernel/contract/cart.ts";
import { DEFAULT_BUSINESS } from "#kernel/contract/default-settings.ts";
import { reasonText } from "#kernel/contract/issues.ts";
import { type Currency, formatMoney } from "#kernel/contract/money.ts";
import { untaxedField } from "#kernel/contract/untaxed.ts";

import type { IssueRow, ProductThen, SaleOfIssue } from "./issues.query.ts";

/** An issue in words: what the till says, and what the server knows. */
export type IssueWords = Readonly<{ title: string; said: string; known: string }>;

/** What words need besides the row. */
export type WordsContext = Readonly<{
  timeOf: (ms: number) => string;
  currency: Currency;
}>;

type Line = SaleOfIssue["lines"][number];

export function describeIssue(row: IssueRow, context: WordsContext): IssueWords {
  const [sale] = row.sales ?? [];
  if (row.kind === "set-aside") return asideWords(row, context);
  if (row.kind === "missing-entries") return missingWords(row);
  if (row.kind === "below-zero") return stockWords(row);
  if (row.kind === "same-phone") return phoneWords(row);
  if (!sale) return { title: "A sale needs attention", said: "", known: "" };
  if (row.kind === "receipt-twice") return receiptWords(row, sale, context);
  if (row.kind === "double") return doubleWords(row, context);
  return flagWords(row, sale, context);
}

const UNKNOWN_PERSON = "someone who is not on the staff";

const nameOf = (person: string | null): string => person ?? UNKNOWN_PERSON;

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const basketOf = (lines: readonly Readonly<{ name: string; quantity: number }>[]): string =>
  lines.map(({ name, quantity }) => `${quantity} x ${name}`).join(", ");

const soldBy = ({ cashier, lines, total_minor, currency }: SaleOfIssue): string =>
  `${basketOf(lines)} for ${formatMoney(total_minor, currency)}, sold by ${nameOf(cashier)}`;

function flagWords(row: IssueRow, sale: SaleOfIssue, { timeOf }: WordsContext): IssueWords {
  const money = (minor: number): string => formatMoney(minor, sale.currency);
  const then = new Map((row.products_then ?? []).map((one) => [one.product_id, one]));
  const knownOf = ({ productId }: Line) => then.get(productId);
  if (row.kind === "old-price") {
    const odd = sale.lines.filter((line) => isOtherPrice(line, knownOf(line)));
    const own = (line: Line) => `${line.name} ${money(knownOf(line)?.price_minor ?? 0)}`;
    return {
      title: "Sold at another price",
      said: odd.map((line) => `${line.name} ${money(line.listPriceMinor)}`).join(", "),
      known: `Your price then: ${odd.map(own).join(", ")}`,
    };
  }
  if (row.kind === "archived") {
    const odd = sale.lines.filter((line) => (knownOf(line)?.deleted_ms ?? null) !== null);
    const deletion = (line: Line) =>
      `${line.name} was deleted on ${timeOf(knownOf(line)?.deleted_ms ?? 0)}`;
    return {
      title: "Sold after it was deleted",
      said: basketOf(odd),
      known: odd.map(deletion).join(", "),
    };
  }
  if (row.kind === "product-unknown") {
    const odd = sale.lines.filter(
      (line) => line.open !== true && (knownOf(line)?.price_minor ?? null) === null,
    );
    return {
      title: "Sold a product that is not in your list",
      said: odd.map((line) => `${basketOf([line])}, ${money(line.totalMinor)}`).join(", "),
      known: "There is no such product, so no stock changed",
    };
  }
  if (row.kind === "customer-unknown") {
    return {
      title: "Sold to a customer who is not in your list",
      said: soldBy(sale),
      known: "There is no such customer, so the sale has none",
    };
  }
  if (row.kind === "no-right") {
    return { title: "Sold without the right to do so", ...rightWords(sale) };
  }
  if (row.kind === "person-unproved") {
    return {
      title: "Sold by a person who is not known",
      said: soldBy(sale),
      known: "This person was not on your staff when the sale arrived",
    };
  }
  if (row.kind === "other-sum") {
    return { title: "The till made another sum", ...sumWords(row, sale, then) };
  }
  return {
    title: "The till's clock was wrong",
    said: `The sale was on ${timeOf(row.claimed_ms ?? sale.occurred_ms)}`,
    known: `That cannot be. It counts on ${timeOf(sale.occurred_ms)}`,
  };
}

/** A product that was not there has a flag of its own. */
const isOtherPrice = ({ listPriceMinor }: Line, product: ProductThen | undefined): boolean =>
  (product?.price_minor ?? null) !== null && product?.price_minor !== listPriceMinor;

function rightWords(sale: SaleOfIssue): Omit<IssueWords, "title"> {
  const { lines, currency, cashier } = sale;
  const who = cashier ?? "This person";
  const gifts = lines.filter((line) => line.totalMinor === 0 && line.listPriceMinor > 0);
  const priced = lines.filter(
    (line) => line.unitPriceMinor !== line.listPriceMinor || line.discountMinor > 0,
  );
  if (gifts.length === 0 && priced.length === 0) {
    return { said: soldBy(sale), known: `${who} had no right to sell then` };
  }
  const of = (line: Line): string =>
    line.discountMinor > 0
      ? `${line.name} with ${formatMoney(line.discountMinor, currency)} off`
      : `${line.name} at ${formatMoney(line.unitPriceMinor, currency)} instead of ${formatMoney(line.listPriceMinor, currency)}`;
  const odd = priced.length > 0 ? priced.map(of).join(", ") : basketOf(gifts);
  const isPriced = priced.some((line) => line.unitPriceMinor !== line.listPriceMinor);
  const right =
    gifts.length > 0 ? "give things away" : isPriced ? "change prices" : "give this discount";
  return {
    said: `${odd}, sold by ${nameOf(cashier)}`,
    known: `${who} had no right to ${right} then`,
  };
}

function sumWords(
  { tax_rate_bp, tax_mode }: IssueRow,
  { lines, tax, total_minor, tax_minor, currency }: SaleOfIssue,
  then: ReadonlyMap<string, ProductThen>,
): Omit<IssueWords, "title"> {
  const rateBp = tax_rate_bp ?? DEFAULT_BUSINESS.taxRateBp;
  const sums = sumCart({
    items: lines.map(({ productId, unitPriceMinor, quantity, perUnit = 1, taxCategory }) => {
      const product = then.get(productId);
      const item = { unitPriceMinor, quantity };
      if ((product?.price_minor ?? null) === null) return { ...item, perUnit, taxCategory };
      const own = untaxedField(product?.tax_category ?? undefined);
      return { ...item, perUnit: product?.per_unit ?? 1, ...own };
    }),
    discounts: lines.map(({ discountMinor: amountMinor }, item) => ({ item, amountMinor })),
    taxRateBp: rateBp,
    taxMode: tax_mode ?? DEFAULT_BUSINESS.taxMode,
  });
  const words = (total: number, taxOf: number, rate: number): string =>
    `${formatMoney(total, currency)}, with ${formatMoney(taxOf, currency)} tax at ${rate / 100} %`;
  return {
    said: words(total_minor, tax_minor, tax.rateBp),
    known:
      typeof sums === "string"
        ? "By your rules there is no such sum"
        : `By your rules ${words(sums.totalMinor, sums.taxMinor, rateBp)}`,
  };
}

const listed = (sales: readonly SaleOfIssue[], { timeOf }: WordsContext): string[] =>
  sales.map((sale) => `${timeOf(sale.occurred_ms)}: ${soldBy(sale)}`);

function receiptWords(row: IssueRow, sale: SaleOfIssue, context: WordsContext): IssueWords {
  const [first = "", ...others] = listed(row.sales ?? [], context);
  return {
    title: `Receipt ${sale.receipt ?? ""} is there twice`,
    said: first,
    known: others.join("; "),
  };
}

function doubleWords(row: IssueRow, context: WordsContext): IssueWords {
  const [first = "", ...others] = listed(row.sales ?? [], context);
  return { title: "A sale may be recorded twice", said: others.join("; "), known: first };
}

function missingWords({ made: all, received, removed }: IssueRow): IssueWords {
  const [made, arrived] = [all ?? 0, received ?? 0];
  const missing = Math.max(0, made - arrived);
  return {
    title: `${counted(missing, "entry has", "entries have")} not arrived`,
    said: `The till made ${counted(made, "entry", "entries")}`,
    known: `${counted(arrived, "entry is", "entries are")} here${
      removed ? "; the till was removed" : "; the rest comes when the till is online"
    }`,
  };
}

function stockWords({ product }: IssueRow): IssueWords {
  const { name = "", stock = 0, unit = null } = product ?? {};
  const perUnit = unit?.perUnit ?? 1;
  const shown = (quantity: number): string =>
    perUnit === 1 ? String(quantity) : `${quantity / perUnit} ${unit?.name ?? ""}`.trim();
  return {
    title: `Stock of ${name} is below 0`,
    said: `${shown(-stock)} more sold than were in stock`,
    known: `Stock: ${shown(stock)}`,
  };
}

function phoneWords({ customers, thing }: IssueRow): IssueWords {
  const [first, ...others] = customers ?? [];
  const hidden = Number(thing.split(":")[1] ?? 0) - (customers?.length ?? 0);
  const more = hidden > 0 ? ` and ${hidden} more` : "";
  return {
    title: "Customers have the same phone number",
    said: first ? `${first.name}, ${first.phone}` : "",
    known: `${others.map(({ name, phone }) => `${name}, ${phone}`).join("; ")}${more}`,
  };
}

/** Each is read by itself: an entry may be set aside because the rest is malformed. */
const Total = z.object({ totalMinor: z.int() });
const Basket = z.object({ lines: z.array(z.object({ name: z.string(), quantity: z.number() })) });

const KINDS: Readonly<Record<string, string>> = { sale: "sale" };

function asideWords({ aside }: IssueRow, { currency }: WordsContext): IssueWords {
  const { entry_seq = 0, kind = "", reason = "", person = null, body = null } = aside ?? {};
  const what = KINDS[kind] ?? "entry";
  return {
    title: `A till's ${what} was set aside`,
    said: `Entry ${entry_seq}, by ${nameOf(person)}: ${bodyWords(body, currency)}`,
    known: `Not recorded, because ${reasonText(reason)}`,
  };
}

function bodyWords(text: string | null, currency: Currency): string {
  if (text === null) return "what it said is not kept";
  const body: unknown = JSON.parse(text);
  const { totalMinor } = Total.safeParse(body).data ?? {};
  const basket = basketOf(Basket.safeParse(body).data?.lines ?? []);
  const total = totalMinor === undefined ? "" : formatMoney(totalMinor, currency);
  if (basket === "") return total === "" ? "it cannot be read" : total;
  return total === "" ? basket : `${basket} for ${total}`;
}
