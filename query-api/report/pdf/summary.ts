import {
  type CategorySums,
  type DaySums,
  type PaymentMethodSums,
  type ProductSums,
  type StaffSums,
  suppliesOf,
  type TaxSums,
} from "#kernel/contract/api/reports/report.ts";
import { PAYMENT_NAMES } from "#kernel/contract/api/sale.ts";
import { Currency, formatMoney, minorOf } from "#kernel/contract/money.ts";

import type { Paper, PaperTable } from "./paper.ts";

export type SummaryFigures = Readonly<{
  shop: string;
  /** The first and the last day; null is all days. */
  from: string | null;
  to: string | null;
  /** The shop's day when the file was made. */
  today: string;
  days: readonly DaySums[];
  payments: readonly PaymentMethodSums[];
  categories: readonly CategorySums[];
  products: readonly ProductSums[];
  staff: readonly StaffSums[];
  taxes: readonly TaxSums[];
}>;

/** A month of days. */
const MOST_DAYS = 31;
const MOST_PRODUCTS = 100;
const PROFIT_NOTE =
  "Profit is sales less today's cost prices, of products that have one. Tax is not taken off.";

const dayText = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(
    Date.parse(`${day}T00:00:00Z`),
  );

const money = (amount: number | null, currency: string): string =>
  amount === null ? "–" : inMoney(minorOf(amount), currency);

const inMoney = (minor: number, currency: string): string =>
  formatMoney(minor, Currency.parse(currency));

const count = (value: number): string => value.toLocaleString("en-GH");

/** What a shop sold in a day, a month or other days, as it is printed. */
export function summaryPaper(figures: SummaryFigures): Paper {
  const { shop, from, to, today, days } = figures;
  const isOneDay = from !== null && from === to;
  const span =
    from === null || to === null
      ? "All days"
      : isOneDay
        ? dayText(from)
        : `${dayText(from)} to ${dayText(to)}`;
  const soFar = to === today ? ", so far" : "";
  return {
    title: `Sales of ${shop}`,
    lines: [`${span}${soFar}`, `Made on ${dayText(today)} with Tillbook`],
    tables: [
      totals(days),
      paymentTable(figures),
      taxTable(figures),
      supplyTable(figures),
      ...(isOneDay ? [] : [dayTable(figures)]),
      categoryTable(figures),
      productTable(figures),
      staffTable(figures),
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** A row for each currency, which are never added together. */
function totals(days: readonly DaySums[]): PaperTable {
  const currencies = [...new Set(days.map(({ currency }) => currency))];
  const of = (wanted: string, figure: (day: DaySums) => number): number =>
    days.filter(({ currency }) => currency === wanted).reduce((sum, day) => sum + figure(day), 0);
  return {
    title: "Totals",
    columns: ["Currency", "Orders", "Sales", "Tax in them"],
    rows: currencies.map((currency) => [
      currency,
      count(of(currency, ({ orders }) => orders)),
      inMoney(
        of(currency, ({ total }) => minorOf(total)),
        currency,
      ),
      inMoney(
        of(currency, ({ tax }) => minorOf(tax)),
        currency,
      ),
    ]),
  };
}

const paymentTable = ({ payments }: SummaryFigures): PaperTable => ({
  title: "By payment method",
  columns: ["Method", "Payments", "Sales"],
  rows: payments.map(({ payment_method: method, payments: number, total, currency }) => [
    PAYMENT_NAMES[method],
    count(number),
    money(total, currency),
  ]),
});

const taxTable = ({ taxes }: SummaryFigures): PaperTable => ({
  title: "By tax",
  columns: ["Tax", "Orders", "Sales without it", "Tax"],
  rows: taxes.flatMap(({ name, rate, orders, net, tax, currency, category }) =>
    category === undefined
      ? [[`${name} ${rate}%`, count(orders), money(net, currency), money(tax, currency)]]
      : [],
  ),
});

/** As a tax return asks for them. */
const supplyTable = ({ taxes }: SummaryFigures): PaperTable => ({
  title: "By how it is taxed",
  columns: ["Sales", "Value without tax"],
  rows: suppliesOf(taxes).map(({ name, netMinor, currency }) => [
    name,
    inMoney(netMinor, currency),
  ]),
});

function dayTable({ days }: SummaryFigures): PaperTable {
  const shown = days.length > MOST_DAYS ? [] : days;
  return {
    title: "By day",
    columns: ["Day", "Orders", "Sales", "Tax in them"],
    rows: shown.map(({ day, orders, total, tax, currency }) => [
      dayText(day),
      count(orders),
      money(total, currency),
      money(tax, currency),
    ]),
  };
}

const categoryTable = ({ categories }: SummaryFigures): PaperTable => ({
  title: "By category",
  columns: ["Category", "Products", "Sales", "Cost", "Profit"],
  rows: categories.map(({ category, products, revenue, cost, profit, currency }) => [
    category ?? "No category",
    count(products),
    money(revenue, currency),
    money(cost, currency),
    money(profit, currency),
  ]),
  note: PROFIT_NOTE,
});

function productTable({ products }: SummaryFigures): PaperTable {
  const more = products.length - MOST_PRODUCTS;
  return {
    title: "By product",
    columns: ["Product", "Sold", "Sales", "Cost", "Profit"],
    rows: products
      .slice(0, MOST_PRODUCTS)
      .map(({ name, quantity, revenue, cost, profit, currency }) => [
        name ?? "Unknown product",
        count(quantity),
        money(revenue, currency),
        money(cost, currency),
        money(profit, currency),
      ]),
    note: more > 0 ? `And ${count(more)} more products: the CSV file has them all.` : undefined,
  };
}

const staffTable = ({ staff }: SummaryFigures): PaperTable => ({
  title: "By person",
  columns: ["Name", "Orders", "Sales"],
  rows: staff.map(({ name, orders, total, currency }) => [
    name ?? "Former staff",
    count(orders),
    money(total, currency),
  ]),
});
