import type * as z from "zod/mini";

import { toDecimalText } from "#kernel/contract/money.ts";
import { ProductForm } from "#web/features/products/product-form.ts";

/** Names of what a trade sells, by category. The shop adds its prices. */
export type StarterList = Readonly<Record<string, readonly string[]>>;

export type Trade = Readonly<{
  value: string;
  label: string;
  load: () => Promise<StarterList>;
}>;

const PROVISIONS: Trade = {
  value: "provisions",
  label: "Provisions",
  load: async () => (await import("./trades/provisions.ts")).provisions,
};

/** Each list is loaded when it is chosen. */
export const TRADES: readonly Trade[] = [
  PROVISIONS,
  {
    value: "drinks",
    label: "Drinks",
    load: async () => (await import("./trades/drinks.ts")).drinks,
  },
  {
    value: "cosmetics",
    label: "Cosmetics",
    load: async () => (await import("./trades/cosmetics.ts")).cosmetics,
  },
  {
    value: "phones",
    label: "Phones and accessories",
    load: async () => (await import("./trades/phones.ts")).phones,
  },
  {
    value: "cafe",
    label: "Café and food",
    load: async () => (await import("./trades/cafe.ts")).cafe,
  },
  {
    value: "pharmacy",
    label: "Pharmacy",
    load: async () => (await import("./trades/pharmacy.ts")).pharmacy,
  },
];

export const tradeOf = (wanted: string): Trade =>
  TRADES.find(({ value }) => value === wanted) ?? PROVISIONS;

/** What someone typed beside a name. A name without both is not sold here. */
export type Typed = Readonly<{ trade: string; category: string; price: string; stock: string }>;

export type TypedRows = Readonly<Record<string, Typed>>;

export const rowsIn = (rows: TypedRows): readonly (readonly [name: string, typed: Typed])[] =>
  Object.entries(rows).filter(([, { price, stock }]) => price.trim() !== "" || stock.trim() !== "");

const { price: Price, stock: Stock } = ProductForm.shape;

/** An empty stock is a stock of 0. */
const stockIn = ({ stock }: Typed): string => (stock.trim() === "" ? "0" : stock);

const errorOf = (schema: z.ZodMiniType<unknown, string>, text: string): string | undefined =>
  schema.safeParse(text).error?.issues[0]?.message;

export const errorsOf = (typed: Typed) => ({
  price: errorOf(Price, typed.price),
  stock: errorOf(Stock, stockIn(typed)),
});

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** As a file to import. Every row must be valid. */
export const csvOf = (rows: TypedRows): string =>
  [
    "name,category,price,stock",
    ...rowsIn(rows).map(([name, typed]) =>
      [
        quoted(name),
        quoted(typed.category),
        toDecimalText(Price.parse(typed.price)),
        Stock.parse(stockIn(typed)),
      ].join(","),
    ),
  ].join("\n");
