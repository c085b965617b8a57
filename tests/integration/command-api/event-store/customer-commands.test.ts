import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { CommandId, CustomerId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/node/ids.ts";
import { type Counter, openCounter, openShop } from "#tests/kit/builders/shop-counter.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const AMA = { first_name: "Ama", last_name: "Mensah", phone: "0244000001" };

let db: LogDatabase;
let ours: Counter;
let others: Counter;
beforeAll(async () => {
  db = await openLogDatabase();
  const store = db.store();
  const sealer = sealerOver(db.as("cmd_writer", 1));
  await Promise.all([openShop(store, OURS), openShop(store, OTHERS)]);
  ours = openCounter(store, OURS, sealer);
  others = openCounter(store, OTHERS, sealer);
});
afterAll(() => db.close());

async function productOf(counter: Counter): Promise<string> {
  const outcome = await counter.add("Milo", 1);
  if (isRejection(outcome)) throw new Error(outcome.rejected);
  return outcome.id;
}

describe("a customer", () => {
  test("changes only values that differ, and loses cleared ones", async () => {
    const ama = await ours.addCustomer({ ...AMA, email: "ama@example.com" });
    if (isRejection(ama)) throw new Error(ama.rejected);
    const before = await db.numbersOf(OURS);
    const same = { first_name: "Ama", last_name: "Mensah", phone: "0244000001", email: undefined };
    expect(await ours.changeCustomer(ama.id, same)).toStrictEqual({ id: ama.id });
    expect(await db.numbersOf(OURS)).toEqual(before);
    await ours.changeCustomer(ama.id, { ...same, last_name: "Owusu", email: null });
    const [row] = await db.query<{ state: Record<string, string>; changed: string[] }>(
      `select h.state, (select array_agg(k order by k) from json_object_keys(e.data->'changes') k) as changed
         from es.stream_heads h join es.events e using (tenant_id, stream_id)
        where h.tenant_id = $1 and h.stream_id = $2 and e.type = 'CustomerDetailsChanged'`,
      [OURS, ama.id],
    );
    expect(row?.changed).toEqual(["email", "lastName"]);
    expect(Object.keys(row?.state ?? {}).toSorted()).toEqual([
      "firstName",
      "lastName",
      "phone",
      "status",
    ]);
  });

  test("that is unknown, another tenant's, not a customer or deleted is not changed", async () => {
    const [stranger, gone] = [await others.addCustomer(AMA), await ours.addCustomer(AMA)];
    if (isRejection(stranger) || isRejection(gone)) throw new Error("not added");
    await ours.archiveCustomer(gone.id);
    const milo = await productOf(ours);
    const before = await Promise.all([db.numbersOf(OURS), db.numbersOf(OTHERS)]);
    const change = { first_name: "Eve" };
    for (const id of [stranger.id, newId(), milo, OURS].map((one) => CustomerId.parse(one))) {
      expect(await ours.changeCustomer(id, change)).toStrictEqual({
        rejected: "customer-not-found",
      });
      expect(await ours.archiveCustomer(id)).toStrictEqual({ rejected: "customer-not-found" });
    }
    expect(await ours.changeCustomer(gone.id, change)).toStrictEqual({
      rejected: "customer-archived",
    });
    expect(await ours.archiveCustomer(gone.id)).toStrictEqual({ id: gone.id });
    expect(await Promise.all([db.numbersOf(OURS), db.numbersOf(OTHERS)])).toEqual(before);
  });
});

test("two equal people are two customers, and a repeated request adds one", async () => {
  const [one, other] = [await ours.addCustomer(AMA), await ours.addCustomer(AMA)];
  expect(one).not.toEqual(other);
  const events = (await db.numbersOf(OURS)).events;
  const context = { commandId: CommandId.parse(newId()) };
  const twins = await Promise.all([ours.addCustomer(AMA, context), ours.addCustomer(AMA, context)]);
  expect(twins[0]).toStrictEqual(twins[1]);
  expect((await db.numbersOf(OURS)).events).toBe(events + 1);
});
