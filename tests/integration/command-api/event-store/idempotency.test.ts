import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { AppendOutcome } from "#command-api/event-store/append.ts";
import { toSaleWritten } from "#command-api/sale/sale.routes.ts";
import { CommandId, type ProductId, type StreamId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/node/ids.ts";
import { adding, newStream, OTHER_REQUEST, selling } from "#tests/kit/builders/append-commands.ts";
import { streamId, userId } from "#tests/kit/builders/fixed-ids.ts";
import { type Counter, openCounter, openShop } from "#tests/kit/builders/shop-counter.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

let db: LogDatabase;
let instances: Counter[];
let otherShop: Counter;
let milo: ProductId;

const key = (): CommandId => CommandId.parse(newId());

beforeAll(async () => {
  db = await openLogDatabase();
  const stores = [db.store(), db.store()];
  const sealer = sealerOver(db.as("cmd_writer", 1));
  instances = stores.map((store) => openCounter(store, tenant(1), sealer));
  const [store] = stores;
  if (!store) throw new Error("no store");
  otherShop = openCounter(store, tenant(2), sealer);
  await openShop(store, tenant(1));
  await openShop(store, tenant(2));
  milo = await addedMilo(instances[0]);
});
afterAll(() => db.close());

async function addedMilo(portal: Counter | undefined): Promise<ProductId> {
  const added = await portal?.add("Milo 400g", 100_000);
  if (!added || isRejection(added)) throw new Error("not added");
  return added.id;
}

const answerOf = async (selling_: ReturnType<Counter["sell"]> | undefined): Promise<unknown> => {
  const outcome = await selling_;
  return !outcome || isRejection(outcome) ? outcome : toSaleWritten(outcome);
};

const salesUnder = async (commandId: CommandId) => {
  const rows = await db.query<{ tenant_id: string; n: number }>(
    `select tenant_id, count(*)::int as n from es.events where command_id = $1 group by 1 order by 1`,
    [commandId],
  );
  return rows.map(({ tenant_id: tenantId, n }) => [tenantId, n]);
};

describe("one key", () => {
  test("sent 20 times at once through two service instances makes one sale and one answer, 50 rounds", async () => {
    for (let round = 0; round < 50; round++) {
      const commandId = key();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          answerOf(
            instances[index % 2]?.sell([[milo, 1]], { commandId, occurredMs: 1000 + index }),
          ),
        ),
      );
      expect(answers[0]).toMatchObject({ item_count: 1, total_amount: 45 });
      for (const answer of answers) expect(answer).toStrictEqual(answers[0]);
      expect(await salesUnder(commandId)).toEqual([[tenant(1), 1]]);
    }
  });

  test("with another body, or from another person, is refused and changes nothing", async () => {
    const commandId = key();
    const first = await answerOf(instances[0]?.sell([[milo, 1]], { commandId }));
    const reused = { rejected: "key-reused" };
    expect(await answerOf(instances[1]?.sell([[milo, 2]], { commandId }))).toMatchObject(reused);
    expect(await instances[0]?.adjust(milo, 5, { commandId })).toMatchObject(reused);
    // The hash of a request includes its actor, so a colleague's request has another one.
    const requestHash = OTHER_REQUEST;
    expect(
      await answerOf(
        instances[0]?.sell([[milo, 1]], { commandId, actorId: userId(2), requestHash }),
      ),
    ).toMatchObject(reused);
    expect(await salesUnder(commandId)).toEqual([[tenant(1), 1]]);
    expect(await answerOf(instances[1]?.sell([[milo, 1]], { commandId }))).toStrictEqual(first);
  });

  test("in another tenant is independent", async () => {
    const commandId = key();
    const theirs = await addedMilo(otherShop);
    const [ours, others] = await Promise.all([
      answerOf(instances[0]?.sell([[milo, 1]], { commandId })),
      answerOf(otherShop.sell([[theirs, 2]], { commandId })),
    ]);
    expect(ours).toMatchObject({ unit_count: 1 });
    expect(others).toMatchObject({ unit_count: 2, receipt_number: "1-1-1" });
    expect(await salesUnder(commandId)).toEqual([
      [tenant(1), 1],
      [tenant(2), 1],
    ]);
  });

  test("a refused command's key may be used again", async () => {
    const commandId = key();
    const sugar = await instances[0]?.add("Sugar", 0);
    if (!sugar || isRejection(sugar)) throw new Error("not added");
    const sell = () => answerOf(instances[0]?.sell([[sugar.id, 1]], { commandId }));
    expect(await sell()).toStrictEqual({ rejected: "insufficient-stock", detail: "Sugar" });
    await instances[0]?.adjust(sugar.id, 1);
    expect(await sell()).toMatchObject({ unit_count: 1 });
  });
});

describe("a lost answer", () => {
  test("is given again unchanged, for every command and whatever happened in between", async () => {
    const [portal] = instances;
    if (!portal) throw new Error("no instance");
    const added = await portal.add("Tea", 10);
    if (isRejection(added)) throw new Error("not added");
    const tea = added.id;
    const commands: ((over: { commandId: CommandId }) => Promise<unknown>)[] = [
      (over) => portal.add("Coffee", 7, over),
      (over) => portal.change(tea, { name: "Green tea" }, over),
      (over) => portal.change(tea, { name: "Green tea" }, over), // no change: no event
      (over) => portal.change(tea, { stock: 25, name: "Black tea" }, over),
      (over) => portal.adjust(tea, -3, over),
      (over) => answerOf(portal.sell([[tea, 2]], over)),
      (over) => portal.archive(tea, over),
      (over) => portal.archive(tea, over), // no change
    ];
    const given: [CommandId, unknown][] = [];
    for (const command of commands) {
      const commandId = key();
      given.push([commandId, await command({ commandId })]);
    }
    for (const [index, [commandId, first]] of given.entries()) {
      expect(first).not.toHaveProperty("rejected");
      expect(await commands[index]?.({ commandId })).toStrictEqual(first);
    }
  });
});

describe("two commands with one key in one flush", () => {
  const [A, B] = [tenant(11), tenant(12)];
  const product = streamId(1);
  const outcomes = (all: readonly AppendOutcome[]): string => all.map((one) => one.outcome).join();

  test("are one; with another body the second is refused, and in another tenant it is independent", async () => {
    await db.append([A, B].map((id) => adding(id, product, 10, { newTenant: true })));
    const one = selling(A, [[product, 1]]);
    const { commandId } = one;
    const twins = [
      one,
      one,
      { ...selling(A, [[product, 2]], { commandId }), requestHash: OTHER_REQUEST },
      one,
      selling(B, [[product, 1]], { commandId }),
    ];
    const results = await db.append(twins);
    expect(outcomes(results)).toBe("ok,duplicate,key-reused,duplicate,ok");
    expect(results[1]).toMatchObject({
      firstSeq: results[0]?.firstSeq,
      lastSeq: results[0]?.lastSeq,
    });
    expect(await db.onHand(A, [product])).toEqual([9]);
    expect(outcomes(await db.append(twins.slice(1)))).toBe(
      "duplicate,key-reused,duplicate,duplicate",
    );
  });

  test("of which the first is refused are decided separately, and only one happens", async () => {
    const short = newStream();
    await db.append([adding(A, short, 0)]);
    const { commandId } = selling(A, [[short, 1]]);
    // As the till repeats it: each attempt would be a new sale.
    const attempt = () => selling(A, [[short, 1]], { commandId, sale: newStream() });
    const results = await db.append([attempt(), adding(A, newStream(), 1), attempt()]);
    expect(outcomes(results)).toBe("insufficient-stock,ok,insufficient-stock");
    const more = { ...adding(A, newStream(), 1), events: [] };
    const restocked = { ...more, commandId: key(), events: [delta(short, 5)] };
    const again = await db.append([attempt(), restocked, attempt(), attempt(), attempt()]);
    expect(outcomes(again)).toBe("insufficient-stock,ok,ok,duplicate,duplicate");
    expect(again[3]).toMatchObject({ firstSeq: again[2]?.firstSeq });
    expect(await db.onHand(A, [short])).toEqual([4]);
  });

  const delta = (productId: StreamId, amount: number) => ({
    streamId: productId,
    streamType: "product",
    expected: -1,
    type: "StockAdjusted",
    schemaV: 1,
    occurredMs: 1,
    data: JSON.stringify({ productId, delta: amount }),
    stock: [{ productId, amount, floor: true }],
  });
});
