import { randomUUID } from "node:crypto";

import { dayAt } from "./busy-shop.ts";
import type { BusyShop } from "./busy-shop.ts";

const DAY_MS = 86_400_000;
const MONTH = 30;

type EventFilter = Readonly<Record<string, string | number>>;
/** A path for each kind of page; each call has other values. */
export type Ways = Readonly<Record<string, () => string>>;

const below = (n: number): number => Math.floor(Math.random() * n);

function anyOf<Item>(items: readonly Item[]): Item {
  const item = items[below(items.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

const unknownPerson = (): EventFilter => ({ person: randomUUID() });
const SOLD = { type: "SaleRecorded" };
const VOIDED = { type: "SaleVoided" };
const ADJUSTED = { type: "StockAdjusted" };
/** Baskets hold one to four things at 2.50 and more, in steps of 0.50. */
const NARROW = { min: 123, max: 124 };
const USUAL = { min: 5, max: 6 };
const WIDE = { min: 0, max: 1_000_000 };
const NONE = { min: 0.01, max: 0.02 };
const DEAR = { min: 600, max: 1_000_000 };

/**
 * The event browser: by one index, and by two filters where one has many events and both have few
 * or none.
 */
export function eventWays(shop: BusyShop): Ways {
  const { people, products, customers, sales, events } = shop;
  const [product, customer] = [anyOf(products.slice(0, 1)), anyOf(customers.slice(0, 1))];
  const person = (): EventFilter => ({ person: anyOf(people) });
  const deep = (): EventFilter => ({ before: 1 + below(events) });
  const ways: Readonly<Record<string, () => EventFilter>> = {
    "first page": () => ({}),
    "deep page": deep,
    "a month": () => monthOf(shop),
    sold: () => SOLD,
    voided: () => VOIDED,
    adjusted: () => ADJUSTED,
    "a type that never was": () => ({ type: "StaffRemoved" }),
    person,
    "person, deep": () => ({ ...person(), ...deep() }),
    "no person": unknownPerson,
    product: () => ({ product: anyOf(products) }),
    customer: () => ({ customer: anyOf(customers) }),
    "best customer, deep": () => ({ customer, ...deep() }),
    sale: () => ({ sale: anyOf(sales) }),
    "narrow amount": () => NARROW,
    "usual amount": () => USUAL,
    "wide amount, deep": () => ({ ...WIDE, ...deep() }),
    "amount that never was": () => NONE,
    "voided, person": () => ({ ...VOIDED, ...person() }),
    "voided, no person": () => ({ ...VOIDED, ...unknownPerson() }),
    "voided, product": () => ({ ...VOIDED, product: anyOf(products) }),
    "adjusted, person": () => ({ ...ADJUSTED, ...person() }),
    "adjusted, no person": () => ({ ...ADJUSTED, ...unknownPerson() }),
    "product, person": () => ({ product: anyOf(products), ...person() }),
    "best product, no person": () => ({ product, ...unknownPerson() }),
    "best product, dear": () => ({ product, ...DEAR }),
    "best product, dear, no person": () => ({ product, ...DEAR, ...unknownPerson() }),
    "best customer, no person": () => ({ customer, ...unknownPerson() }),
    "best customer, product": () => ({ customer, product: anyOf(products) }),
    "usual amount, person": () => ({ ...USUAL, ...person() }),
    "usual amount, no person": () => ({ ...USUAL, ...unknownPerson() }),
    "dear, voided, person": () => ({ ...DEAR, ...VOIDED, ...person() }),
    "dear, person, a month": () => ({ ...DEAR, ...person(), ...monthOf(shop) }),
  };
  return Object.fromEntries(
    Object.entries(ways).map(([name, narrowed]) => [
      `events: ${name}`,
      () => pathOf("events", narrowed()),
    ]),
  );
}

/** The first page of a history, and one in its middle. */
export function storyWays({ people, products, customers, sales, events }: BusyShop): Ways {
  const things: readonly (readonly [kind: string, ids: readonly string[]])[] = [
    ["product", products],
    ["customer", customers],
    ["person", people],
    ["sale", sales],
  ];
  return Object.fromEntries(
    things.flatMap(([kind, ids]) => [
      [`story of a ${kind}`, () => pathOf(`stories/${kind}/${anyOf(ids)}`)],
      [
        `story of the busiest ${kind}, deep`,
        () => pathOf(`stories/${kind}/${ids[0]}`, { after: below(events) }),
      ],
    ]),
  );
}

/** The activity of all people: a week compared with the month before it, and a year. */
export const activityWays = (shop: BusyShop): Ways => ({
  "activity of a week": () => pathOf("activity", daysOf(shop, below(shop.days - WEEK), WEEK)),
  "activity of a year": () => pathOf("activity", daysOf(shop, 0, shop.days)),
});
const WEEK = 7;

const monthOf = (shop: BusyShop): EventFilter => daysOf(shop, below(shop.days - MONTH), MONTH);

const daysOf = ({ firstMs }: BusyShop, first: number, days: number): EventFilter => ({
  from: dayAt(firstMs + first * DAY_MS),
  to: dayAt(firstMs + (first + days - 1) * DAY_MS),
});

function pathOf(what: string, narrowed: EventFilter = {}): string {
  const query = Object.entries(narrowed).map(([name, value]) => `${name}=${value}`);
  return `/api/v1/audit/${what}?${query.join("&")}`;
}
