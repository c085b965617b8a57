import fc from "fast-check";

import { PaymentMethod } from "#kernel/contract/api/sale.ts";

/** The number of an existing thing, modulo how many there are. */
const which = fc.nat({ max: 1000 });
const quantity = fc.integer({ min: 1, max: 12 });
const as = fc.constantFrom("owner", "manager", "cashier");

const anyPrice = { weight: 1, arbitrary: fc.integer({ min: 0, max: 90_000 }) };

const line = fc.record({
  which,
  quantity,
  /** Mostly the product's price, else one that the client chose. */
  price: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, anyPrice),
});

/** One call of a person in a shop, before it is known what exists there. */
export const anyCall = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("add product" as const),
      price: fc.oneof({ weight: 3, arbitrary: fc.constant(450) }, anyPrice),
      stock: fc.integer({ min: -1, max: 90 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("change product" as const),
      which,
      name: fc.option(fc.integer({ min: 1, max: 9999 }), { freq: 5 }),
      price: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, anyPrice),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("count stock" as const),
      which,
      to: fc.integer({ min: -2, max: 60 }),
      expected: fc.constantFrom("none", "right", "wrong"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("move stock" as const),
      which,
      direction: fc.constantFrom("add", "subtract"),
      quantity: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("track stock" as const),
      which,
      tracks: fc.boolean(),
      to: fc.integer({ min: 0, max: 60 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("archive product" as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("add customer" as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("change customer" as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("archive customer" as const), which }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant("sell" as const),
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      customer: fc.option(which),
      method: fc.constantFrom(...PaymentMethod.options),
      hoursAgo: fc.integer({ min: 0, max: 70 }),
      times: fc.constantFrom(1, 1, 1, 3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("void sale" as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("repeat" as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reuse key" as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sell theirs" as const), which }) },
);

export const anyCalls = (length: number) =>
  fc.array(fc.record({ call: anyCall, as, shop: fc.constantFrom(0, 1) }), {
    minLength: length,
    maxLength: length,
  });

type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
export type Call = ValueOf<typeof anyCall>;
export type Step = ValueOf<ReturnType<typeof anyCalls>>[number];
