import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  type AppendCommand,
  type AppendOutcome,
  flatten,
} from "#command-api/event-store/append.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { adding, selling } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const milo = streamId(1);
const STOCK = 1_000;

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
  await db.append([OURS, OTHERS].map((id) => adding(id, milo, STOCK, { newTenant: true })));
});
afterAll(() => db.close());

/** The sale that a device numbers `before` + 1. */
function numbered(
  tenantId: TenantId,
  device: string,
  { before, quantity = 1 }: Readonly<{ before: number; quantity?: number }>,
): AppendCommand {
  const command = selling(tenantId, [[milo, quantity]]);
  const counters = [
    { name: "sale", delta: 1 },
    { name: device, delta: 1, before },
  ];
  return { ...command, events: command.events.map((event) => ({ ...event, counters })) };
}

const outcomes = (results: readonly AppendOutcome[]) => results.map(({ outcome }) => outcome);
const valueOf = async (tenantId: TenantId, name: string): Promise<number> => {
  const [row] = await db.query<{ value: number }>(
    "select value::int from es.counters where tenant_id = $1 and name = $2",
    [tenantId, name],
  );
  return row?.value ?? 0;
};

describe("a counter with the value that it must have before", () => {
  test("refuses a number that was given or is not due, and each tenant counts for itself", async () => {
    const device = randomUUID();
    const flush = [OURS, OTHERS].flatMap((id) =>
      [0, 0, 2, 1].map((before) => numbered(id, device, { before })),
    );
    const results = await db.append(flush);
    const of = ["ok", "counter-moved", "counter-moved", "ok"];
    expect(outcomes(results)).toEqual([...of, ...of]);
    expect(results[1]?.detail).toBe(device);
    expect(await Promise.all([OURS, OTHERS].map((id) => valueOf(id, device)))).toEqual([2, 2]);
  });

  test("refuses all after a refused one, which leaves no trace", async () => {
    const device = randomUUID();
    const [[stock], receipts] = [await db.onHand(OURS, [milo]), await valueOf(OURS, "sale")];
    const sales = [1, 1, STOCK, 1, 1].map((quantity, before) =>
      numbered(OURS, device, { before, quantity }),
    );
    const moved = "counter-moved";
    expect(outcomes(await db.append(sales))).toEqual([
      "ok",
      "ok",
      "insufficient-stock",
      moved,
      moved,
    ]);
    expect(await db.onHand(OURS, [milo])).toEqual([(stock ?? 0) - 2]);
    expect(await valueOf(OURS, "sale")).toBe(receipts + 2);
    // Decided again, they go on from there.
    const again = [2, 3].map((before) => numbered(OURS, device, { before }));
    expect(outcomes(await db.append(again))).toEqual(["ok", "ok"]);
    expect(await valueOf(OURS, device)).toBe(4);
  });

  test("is asked by builds of before without such a value", async () => {
    const values = flatten([selling(OURS, [[milo, 1]])]).slice(0, -1);
    const types = (
      "uuid uuid bytea uuid text int boolean boolean smallint uuid uuid text int int int text smallint bigint " +
      "text text int int int boolean int boolean uuid text int int bigint bigint"
    ).split(" ");
    const places = types.map((type, index) => `$${index + 1}::${type}[]`).join();
    const { rows } = await db
      .as("cmd_writer")
      .query<{ outcome: string }>(`select outcome from es.append(${places})`, values);
    expect(rows).toEqual([{ outcome: "ok" }]);
  });
});

describe("commands in order", () => {
  const placesOf = (results: readonly AppendOutcome[]) => results.map(({ firstSeq }) => firstSeq);
  const sorted = (places: readonly number[]) => places.toSorted((a, b) => a - b);

  test("come one after another into the log, while other callers append", async () => {
    const store = db.store();
    const [device, second] = [randomUUID(), randomUUID()];
    const sales = (id: TenantId, name: string) =>
      Array.from({ length: 100 }, (_, before) => numbered(id, name, { before }));
    const [ours, also, others, ...single] = await Promise.all([
      store.appendInOrder(sales(OURS, device)),
      store.appendInOrder(sales(OURS, second)),
      store.appendInOrder(sales(OTHERS, device)),
      ...Array.from({ length: 40 }, () => store.append(selling(OURS, [[milo, 1]]))),
    ]);
    for (const results of [ours, also, others]) {
      expect(new Set(outcomes(results))).toEqual(new Set(["ok"]));
      expect(placesOf(results)).toEqual(sorted(placesOf(results)));
    }
    expect(new Set(outcomes(single))).toEqual(new Set(["ok"]));
    expect(await Promise.all([device, second].map((name) => valueOf(OURS, name)))).toEqual([
      100, 100,
    ]);
  });

  test("sent by two processes at once are recorded once", async () => {
    const device = randomUUID();
    const sales = Array.from({ length: 80 }, (_, before) => numbered(OURS, device, { before }));
    const both = await Promise.all([db.store(), db.store()].map((one) => one.appendInOrder(sales)));
    expect(new Set(both.flatMap(outcomes))).toEqual(new Set(["ok", "duplicate"]));
    expect(both.map(placesOf)[0]).toEqual(both.map(placesOf)[1]);
    expect(await valueOf(OURS, device)).toBe(80);
  });
});
