import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { AppendCommand } from "#command-api/event-store/append.ts";
import type { StreamId } from "#kernel/contract/ids.ts";
import {
  adding,
  adjusting,
  type Basket,
  commandOf,
  counting,
  newStream,
  selling,
  voiding,
} from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const MOST = 2_147_483_647;
const LEAST = -2_147_483_648;

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
  await db.append([OURS, OTHERS].map((id) => adding(id, streamId(0), 0, { newTenant: true })));
});
afterAll(() => db.close());

const outcomes = async (commands: readonly AppendCommand[]): Promise<string> => {
  const results = await db.append(commands);
  return results.map(({ outcome }) => outcome).join();
};

/** The same products with the same stock in both tenants. */
async function stocked(...units: readonly number[]): Promise<StreamId[]> {
  const products = units.map(() => newStream());
  const all = products.flatMap((product, index) =>
    [OURS, OTHERS].map((id) => adding(id, product, units[index] ?? 0)),
  );
  expect(new Set((await outcomes(all)).split(","))).toEqual(new Set(["ok"]));
  return products;
}

/** Brings a product to any stock, also below 0. */
const forced = (product: StreamId, amount: number): AppendCommand => {
  const [event] = adjusting(OURS, product, amount).events;
  if (!event) throw new Error("no event");
  return commandOf(OURS, [{ ...event, stock: [{ productId: product, amount, floor: false }] }]);
};

describe("a basket", () => {
  test("a sale of two products with one out of stock moves nothing", async () => {
    const [milo, tea] = await stocked(10, 1);
    if (!milo || !tea) throw new Error("no product");
    for (const basket of [
      [
        [milo, 3],
        [tea, 2],
      ],
      [
        [tea, 2],
        [milo, 3],
      ],
    ] satisfies Basket[]) {
      expect(await outcomes([selling(OURS, basket)])).toBe("insufficient-stock");
    }
    expect(await db.onHand(OURS, [milo, tea])).toEqual([10, 1]);
    expect(await db.onHand(OTHERS, [milo, tea])).toEqual([10, 1]);
  });

  test("that is refused leaves its units to the next one in the flush", async () => {
    const [milo, tea] = await stocked(10, 1);
    if (!milo || !tea) throw new Error("no product");
    const flush = [
      selling(OURS, [[milo, 8]]),
      selling(OURS, [
        [milo, 2],
        [tea, 2],
      ]),
      selling(OURS, [[milo, 2]]),
      selling(OURS, [[milo, 1]]),
      selling(OTHERS, [[milo, 10]]),
    ];
    expect(await outcomes(flush)).toBe("ok,insufficient-stock,ok,insufficient-stock,ok");
    expect(await db.onHand(OURS, [milo, tea])).toEqual([0, 1]);
    expect(await db.onHand(OTHERS, [milo, tea])).toEqual([0, 1]);
  });

  test("with a product on two lines has their quantities checked together", async () => {
    const [milo] = await stocked(10);
    if (!milo) throw new Error("no product");
    expect(
      await outcomes([
        selling(OURS, [
          [milo, 6],
          [milo, 5],
        ]),
      ]),
    ).toBe("insufficient-stock");
    expect(
      await outcomes([
        selling(OURS, [
          [milo, 6],
          [milo, 4],
        ]),
      ]),
    ).toBe("ok");
    expect(await db.onHand(OURS, [milo])).toEqual([0]);
  });

  test("a product added in the same flush is sold from its opening stock", async () => {
    const milo = newStream();
    const flush = [adding(OURS, milo, 2), selling(OURS, [[milo, 2]]), selling(OURS, [[milo, 1]])];
    expect(await outcomes(flush)).toBe("ok,ok,insufficient-stock");
    // The product does not exist in the other tenant.
    expect(await outcomes([selling(OTHERS, [[milo, 1]])])).toBe("unknown-product");
  });
});

describe("a count", () => {
  test("with the stock it expects is written, with another is refused and nothing moves", async () => {
    const [milo] = await stocked(10);
    if (!milo) throw new Error("no product");
    await db.append([selling(OURS, [[milo, 1]])]);
    const count = (expectedOnHand: number) =>
      counting(OURS, milo, 15, { version: 1, expectedOnHand });
    // A sale does not move the product's version: only the stock shows that the count is stale.
    expect(await outcomes([count(10)])).toBe("stock-changed");
    expect(await db.onHand(OURS, [milo])).toEqual([9]);
    expect(await outcomes([count(9)])).toBe("ok");
    expect(await db.onHand(OURS, [milo])).toEqual([15]);
    expect(await db.onHand(OTHERS, [milo])).toEqual([10]);
  });

  test("without an expected stock records the difference, so that the ledger still balances", async () => {
    const [milo] = await stocked(10);
    if (!milo) throw new Error("no product");
    const [sold, counted] = await db.append([
      selling(OURS, [[milo, 4]]),
      counting(OURS, milo, 15, { version: 1 }),
    ]);
    expect([sold?.outcome, counted?.outcome]).toEqual(["ok", "ok"]);
    expect(JSON.parse(counted?.effects ?? "")).toEqual([{ stock: [[milo, 9, 15]] }]);
  });
});

describe("a stock at the limits of an integer", () => {
  test("is refused when it would exceed them, and never raises", async () => {
    const [milo] = await stocked(5);
    if (!milo) throw new Error("no product");
    expect(await outcomes([adjusting(OURS, milo, MOST)])).toBe("stock-too-large");
    expect(await outcomes([adjusting(OURS, milo, MOST - 5)])).toBe("ok");
    expect(await outcomes([adjusting(OURS, milo, 1)])).toBe("stock-too-large");
    expect(await outcomes([adjusting(OURS, milo, LEAST)])).toBe("insufficient-stock");
    // From the largest to the smallest in one step.
    expect(await outcomes([forced(milo, LEAST)])).toBe("ok");
    expect(await db.onHand(OURS, [milo])).toEqual([-1]);
    expect(await outcomes([forced(milo, LEAST)])).toBe("stock-too-large");
    expect(await outcomes([adjusting(OURS, milo, LEAST)])).toBe("insufficient-stock");
    expect(await outcomes([counting(OURS, milo, MOST, { version: 4 })])).toBe("version-conflict");
    expect(await outcomes([counting(OURS, milo, MOST, { version: 3 })])).toBe("ok");
    expect(await db.onHand(OURS, [milo])).toEqual([MOST]);
  });

  test("below 0 accepts returns and counts, and sells nothing", async () => {
    const [milo] = await stocked(1);
    if (!milo) throw new Error("no product");
    const sale = newStream();
    const already = selling(OURS, [[milo, 3]], { sale, floor: false });
    expect(await outcomes([already])).toBe("ok");
    expect(await db.onHand(OURS, [milo])).toEqual([-2]);
    expect(await outcomes([selling(OURS, [[milo, 1]])])).toBe("insufficient-stock");
    expect(await outcomes([adjusting(OURS, milo, 1)])).toBe("ok");
    expect(await db.onHand(OURS, [milo])).toEqual([-1]);
    expect(await outcomes([voiding(OURS, sale, [[milo, 3]])])).toBe("ok");
    expect(await db.onHand(OURS, [milo])).toEqual([2]);
  });
});

describe("a void", () => {
  test("gives the stock back once, however often and however concurrently it is sent", async () => {
    const [milo, tea] = await stocked(10, 10);
    if (!milo || !tea) throw new Error("no product");
    const sale = newStream();
    const basket: Basket = [
      [milo, 3],
      [tea, 2],
    ];
    await db.append([OURS, OTHERS].map((id) => selling(id, basket, { sale })));
    const voids = () => voiding(OURS, sale, basket);
    const results = await Promise.all([
      outcomes([voids(), voids()]),
      outcomes([voids()]),
      outcomes([voids()]),
    ]);
    expect(
      results
        .join()
        .split(",")
        .filter((outcome) => outcome === "ok"),
    ).toHaveLength(1);
    expect(new Set(results.join().split(","))).toEqual(new Set(["ok", "version-conflict"]));
    expect(await db.onHand(OURS, [milo, tea])).toEqual([10, 10]);
    expect(await db.onHand(OTHERS, [milo, tea])).toEqual([7, 8]);
  });
});

test("refusals leave no gap in either log", async () => {
  for (const id of [OURS, OTHERS]) {
    const numbers = await db.numbersOf(id);
    expect(numbers).toEqual(gapless(numbers.events));
  }
});
