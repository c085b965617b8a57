import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { TenantId } from "#kernel/contract/ids.ts";
import { tenantOf } from "#tests/kit/builders/shop-log.ts";
import { emptyReadModels, positions, readModels } from "#tests/kit/database/read-models.ts";

import { AMA, KOFI, openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let tenants: TwoTenants;

beforeAll(async () => {
  tenants = await openTwoTenants();
});
afterAll(() => tenants.database.close());
beforeEach(() => emptyReadModels(tenants.database.admin));

const ofAma = () => tenants.events.filter(({ tenantId }) => tenantId === AMA);
const ofKofi = () => tenants.events.filter(({ tenantId }) => tenantId === KOFI);

test("a message that differs from the log is reported, and the log is read instead", async () => {
  const dearer = ofAma().map((event) => ({ ...event, data: event.data.replaceAll("250", "9") }));
  const forged: TenantId[] = [];
  await tenants.deliver(dearer, (tenantId) => forged.push(tenantId));
  await tenants.deliver(ofKofi());

  expect(forged).toEqual([AMA]);
  expect(await readModels(tenants.database.admin)).toEqual(tenants.expected);
});

test("every field of a message is compared", async () => {
  await tenants.replay();
  const [first] = ofAma().slice(-1);
  if (!first) throw new Error("there are events");
  const changes = [
    { type: "SaleVoided" },
    { occurredMs: 1 },
    { actorId: first.commandId },
    { meta: '{"source":"import"}' },
    { effects: "{}" },
    { streamVersion: 99 },
    { recordedMs: 1 },
  ];
  for (const change of changes) {
    const forged: TenantId[] = [];
    await tenants.deliver([Object.assign({ ...first }, change)], (tenantId) =>
      forged.push(tenantId),
    );
    expect(forged, JSON.stringify(change)).toEqual([AMA]);
  }
  process.stdout.write(`${changes.length} of ${changes.length} forged messages reported\n`);
});

test("another tenant's events under this tenant's name have no effect", async () => {
  const forged: TenantId[] = [];
  const stolen = ofKofi().map((event) => ({ ...event, tenantId: AMA }));
  await tenants.deliver(stolen, (tenantId) => forged.push(tenantId));
  await tenants.deliver(ofKofi());

  expect(forged).toEqual([AMA]);
  expect(await readModels(tenants.database.admin)).toEqual(tenants.expected);
});

test("a message with a future number has no effect", async () => {
  const future = tenants.events.slice(-1).map((event) => ({ ...event, seq: event.seq + 1000 }));
  const forged: TenantId[] = [];
  await tenants.deliver(future, (tenantId) => forged.push(tenantId));
  await tenants.replay();

  expect(forged).toEqual([KOFI]);
  expect(await readModels(tenants.database.admin)).toEqual(tenants.expected);
});

test("a message of an unknown tenant has no effect", async () => {
  const unknown = tenantOf(99);
  const forged: TenantId[] = [];
  const events = tenants.events.slice(0, 3).map((event) => ({ ...event, tenantId: unknown }));
  await tenants.deliver(events, (tenantId) => forged.push(tenantId));
  expect(await positions(tenants.database.admin, unknown)).toEqual({});
});
