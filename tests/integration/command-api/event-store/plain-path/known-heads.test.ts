import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { businessSettingsStream } from "#command-api/tenant-rules/tenant-rules.ts";
import { CommandId, type ProductId, TenantId } from "#kernel/contract/ids.ts";
import { invariant, isRejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/node/ids.ts";
import { commandOf } from "#tests/kit/builders/append-commands.ts";
import { type Counter, openCounter, openShop } from "#tests/kit/builders/shop-counter.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

// One process decides sales on the heads that it remembers while another changes them.

let db: LogDatabase;
let loads = 0;
let selling: EventStore;
let other: EventStore;
let counter: Counter;
let elsewhere: Counter;
let milo: ProductId;

const AMA = { first_name: "Ama", last_name: "Mensah" };

beforeAll(async () => {
  db = await openLogDatabase();
  const store = db.store();
  selling = {
    ...store,
    load: (request) => {
      loads += 1;
      return store.load(request);
    },
  };
  other = db.store();
});
afterAll(() => db.close());

beforeEach(async () => {
  const tenantId = TenantId.parse(newId());
  const sealer = sealerOver(db.as("cmd_writer", 1));
  await openShop(other, tenantId);
  counter = openCounter(selling, tenantId, sealer);
  elsewhere = openCounter(other, tenantId, sealer);
  milo = await added("Milo 400g", 100);
  // Loads once; the next sale loads nothing.
  await sold(counter.sell([[milo, 1]]));
  loads = 0;
  await sold(counter.sell([[milo, 1]]));
  expect(loads).toBe(0);
});

async function added(name: string, stock: number): Promise<ProductId> {
  const product = await elsewhere.add(name, stock);
  invariant(!isRejection(product), "not added");
  return product.id;
}

async function sold(attempt: ReturnType<Counter["sell"]>) {
  const outcome = await attempt;
  if (isRejection(outcome)) return outcome.rejected;
  const event = outcome.events[0]?.event;
  invariant(event?.type === "SaleRecorded", "no sale");
  return event.data;
}

async function changeSettings(settings: object): Promise<void> {
  const { outcome } = await other.append(
    commandOf(counter.tenantId, [
      {
        streamId: businessSettingsStream(counter.tenantId),
        streamType: "business-settings",
        expected: 0,
        type: "BusinessSettingsChanged",
        schemaV: 1,
        occurredMs: Date.now(),
        data: JSON.stringify({ changes: {} }),
        state: JSON.stringify(settings),
      },
    ]),
  );
  expect(outcome).toBe("ok");
}

test("a price that was changed elsewhere is not sold at", async () => {
  await elsewhere.change(milo, { price: 5000 });
  expect(await sold(counter.sell([[milo, 1, 4500]]))).toBe("price-override-refused");
  expect(loads).toBe(1);
  expect(await sold(counter.sell([[milo, 1, 5000]]))).toMatchObject({ totalMinor: 5000 });
  expect(loads).toBe(1);
});

test("a product that was renamed elsewhere is sold under its new name", async () => {
  await elsewhere.change(milo, { name: "Milo 500g" });
  expect(await sold(counter.sell([[milo, 1]]))).toMatchObject({ lines: [{ name: "Milo 500g" }] });
});

test("a product that was archived elsewhere is not sold", async () => {
  await elsewhere.archive(milo);
  expect(await sold(counter.sell([[milo, 1]]))).toBe("product-archived");
});

test("a tax rate that was set elsewhere applies to the next sale", async () => {
  await changeSettings({ taxRateBp: 2000 });
  expect(await sold(counter.sell([[milo, 1]]))).toMatchObject({ taxMinor: 750 });
});

test("stock that was sold elsewhere is refused by the product's name, and never oversold", async () => {
  await sold(elsewhere.sell([[milo, 97]]));
  expect(await counter.sell([[milo, 2]])).toEqual({
    rejected: "insufficient-stock",
    detail: "Milo 400g",
  });
  expect(await sold(counter.sell([[milo, 1]]))).toMatchObject({ totalMinor: 4500 });
  expect(await db.onHand(counter.tenantId, [milo])).toEqual([0]);
});

test("stock that came back elsewhere is sold, although memory has none", async () => {
  await sold(counter.sell([[milo, 98]]));
  expect(await sold(counter.sell([[milo, 5]]))).toBe("insufficient-stock");
  await elsewhere.adjust(milo, 5);
  expect(await sold(counter.sell([[milo, 5]]))).toMatchObject({ totalMinor: 22_500 });
});

test("stock that moved elsewhere makes no product stale", async () => {
  await elsewhere.adjust(milo, 5);
  await sold(counter.sell([[milo, 1]]));
  expect(loads).toBe(0);
  expect(await db.onHand(counter.tenantId, [milo])).toEqual([102]);
});

test("of many sales at once only those of the changed product are loaded", async () => {
  const [tea, rice] = [await added("Tea", 100), await added("Rice", 1)];
  for (const product of [tea, rice]) await sold(counter.sell([[product, 1]]));
  await elsewhere.change(tea, { name: "Green tea" });
  loads = 0;
  const outcomes = await Promise.all(
    [milo, tea, milo, rice, milo, milo].map((product) => sold(counter.sell([[product, 1]]))),
  );
  expect(outcomes.filter((outcome) => typeof outcome === "object")).toHaveLength(5);
  expect(outcomes[1]).toMatchObject({ lines: [{ name: "Green tea" }] });
  expect(outcomes[3]).toBe("insufficient-stock");
  expect(loads).toBe(2);
});

test("a sale to a customer is always loaded", async () => {
  const ama = await elsewhere.addCustomer(AMA);
  invariant(!isRejection(ama), "no customer");
  for (const times of [1, 2]) {
    await sold(counter.sell([[milo, 1]], { customer: ama.id }));
    expect(loads).toBe(times);
  }
});

test.each(["warn", "allow"])(
  "a shop with %s for too little stock is always loaded",
  async (policy) => {
    await changeSettings({ oversellPolicy: policy });
    for (const times of [1, 2]) {
      await sold(counter.sell([[milo, 1]]));
      expect(loads).toBe(times);
    }
  },
);

test("a suspended shop sells nothing", async () => {
  await other.append(commandOf(counter.tenantId, [], { setStatus: 3, platform: true }));
  expect(await sold(counter.sell([[milo, 1]]))).toBe("not-signed-in");
});

test("a key that was used before gives the first answer, or is refused for another request", async () => {
  const commandId = CommandId.parse(newId());
  const first = await sold(counter.sell([[milo, 1]], { commandId }));
  expect(await sold(counter.sell([[milo, 1]], { commandId }))).toEqual(first);
  expect(await sold(counter.sell([[milo, 2]], { commandId }))).toBe("key-reused");
  expect(await db.onHand(counter.tenantId, [milo])).toEqual([97]);
});

test("64 sales at once, with renames in between, are all recorded", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      index % 16 === 8
        ? elsewhere.change(milo, { name: `Milo ${index}` }).then(() => "renamed")
        : sold(counter.sell([[milo, 1]])),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "renamed")).toHaveLength(4);
  expect(outcomes.filter((outcome) => typeof outcome === "object")).toHaveLength(60);
  expect(await db.onHand(counter.tenantId, [milo])).toEqual([38]);
});
