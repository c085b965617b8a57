import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { toAppendEvent } from "#command-api/event-store/plan.ts";
import { StreamId, UserId } from "#kernel/contract/ids.ts";
import { memberStream } from "#kernel/node/ids.ts";
import { commandOf, selling, voiding } from "#tests/kit/builders/append-commands.ts";

import {
  type DamagedLog,
  EVENTS,
  NOT_COMPARED,
  openDamagedLog,
  OTHER,
  OWN,
  PRODUCT,
} from "./damaged-log.ts";

const PERSON = "018f0e00-0000-7000-8000-000000000009";

let log: DamagedLog;
beforeAll(async () => {
  log = await openDamagedLog();
});
afterAll(() => log.close());
afterEach(() => log.repair());

test("an unchanged log holds", async () => {
  const { code, out, err } = await log.verify();
  expect([code, err]).toEqual([0, ""]);
  expect(out).toBe(`The log is intact: ${2 * EVENTS} events of 3 tenants.\n`);
});

test.for([
  ["data", "seq 4  payload  its data: byte"],
  ["meta", `seq 4  metadata  its metadata was {"source":"web"}`],
] as const)("one flipped byte of %s is named with its shop and number", async ([column, said]) => {
  const [from, to] = column === "data" ? ['"register":1', '"register":2'] : ["web", "wec"];
  await log.damage(
    `update es.events set ${column} = replace(${column}::text, $2, $3)::json
      where tenant_id = $1 and seq = 4`,
    from,
    to,
  );
  expect(await log.named()).toEqual([expect.stringContaining(said)]);
});

test.for([
  ["a deleted event", "delete from es.events where tenant_id = $1 and seq = 4", "seq 4  gap"],
  [
    "a cut tail",
    `delete from es.events where tenant_id = $1 and seq > ${EVENTS - 2}`,
    `seq ${EVENTS - 1}  cut-tail  events ${EVENTS - 1} to ${EVENTS} are missing`,
  ],
  [
    "an event of another shop in its place",
    `update es.events e set data = o.data, leaf = o.leaf, command_id = o.command_id
       from es.events o
      where e.tenant_id = $1 and e.seq = 4 and o.tenant_id = '${OTHER}' and o.seq = 4`,
    "seq 4  payload",
  ],
  [
    "a head",
    "update es.tenant_heads set seq = seq + 1 where tenant_id = $1",
    `seq ${EVENTS}  head  the head says ${EVENTS + 1}`,
  ],
] as const)("%s is named, and nothing that follows from it", async ([, sql, said]) => {
  await log.damage(sql);
  expect(await log.named()).toEqual([expect.stringContaining(said)]);
});

describe("a changed write model is named as a snapshot:", () => {
  const PRODUCTS = `where tenant_id = $1 and stream_id = '${PRODUCT}'`;
  test.for([
    ["a version", `update es.stream_heads set version = 9 ${PRODUCTS}`, "seq 1"],
    ["a kind of stream", `update es.stream_heads set stream_type = 'sale' ${PRODUCTS}`, "seq 1"],
    [
      "a price",
      `update es.stream_heads set state = replace(state::text, '4500', '4501')::json ${PRODUCTS}`,
      "seq 1",
    ],
    ["a state that is gone", `update es.stream_heads set state = null ${PRODUCTS}`, "seq 1"],
    ["stock", `update es.stream_heads set on_hand = on_hand + 1 ${PRODUCTS}`, `seq ${EVENTS}`],
    [
      "a sale said to be voided",
      `insert into es.stream_heads (tenant_id, stream_id, stream_type, version, state)
       select tenant_id, stream_id, stream_type, 1, '{"status":"voided"}' from es.events where tenant_id = $1 and seq = 3`,
      "seq 3",
    ],
    [
      "a counter",
      "update es.counters set value = value - 1 where tenant_id = $1 and name = 'sale'",
      `seq ${EVENTS}`,
    ],
    [
      "a stream that nothing was ever written to",
      "insert into es.stream_heads (tenant_id, stream_id, stream_type, version) values ($1, gen_random_uuid(), 'sale', 1)",
      "seq 0",
    ],
  ] as const)("%s", async ([, sql, said]) => {
    await log.damage(sql);
    expect(await log.named()).toEqual([expect.stringContaining(`${said}  snapshot`)]);
  });
});

test("a recorded sale needs no head, and may have one; a voided sale must have one", async () => {
  const sold = selling(OWN, [[PRODUCT, 1]]);
  const streamId = sold.events[0]?.streamId ?? "";
  await log.append([sold]);
  await log.damage(
    `insert into es.stream_heads (tenant_id, stream_id, stream_type, version, state)
     select tenant_id, stream_id, stream_type, 1, '{"status":"recorded"}' from es.events
      where tenant_id = $1 and type = 'SaleRecorded' and stream_id <> $2`,
    streamId,
  );
  expect((await log.verify()).code).toBe(0);
  await log.append([voiding(OWN, StreamId.parse(streamId), [[PRODUCT, 1]])]);
  expect((await log.verify()).code).toBe(0);
  await log.damage("delete from es.stream_heads where tenant_id = $1 and stream_id = $2", streamId);
  expect(await log.named()).toEqual([
    expect.stringContaining(
      `seq ${EVENTS + 2}  snapshot  stream ${streamId} is at 2, its head at 0`,
    ),
  ]);
});

test("a sale in a stream of another kind is folded too", async () => {
  const sold = selling(OWN, [[PRODUCT, 1]]);
  const elsewhere = sold.events.map((event) => ({ ...event, streamType: "customer" }));
  await log.append([{ ...sold, events: elsewhere }]);
  expect(await log.named()).toEqual([
    expect.stringContaining(`seq ${EVENTS + 1}  snapshot  the state of stream`),
  ]);
});

describe("reports what could not be compared with the log:", () => {
  const notCompared = async (sql: string): Promise<string | undefined> => {
    await log.damage(sql);
    return (await log.told()).at(-1);
  };

  test("derived data is not compared if the log itself fails", async () => {
    const sql = "delete from es.events where tenant_id = $1 and seq = 4";
    const all = "snapshots, status, members, read models";
    expect(await notCompared(sql)).toBe(`${NOT_COMPARED}${all}`);
    const { out } = await log.verify("--log", "--json");
    expect(JSON.parse(out)).toMatchObject({
      notCompared: [{ tenantId: OWN, what: ["snapshots", "status", "members"] }],
    });
  });

  test("read models are compared even if snapshots differ from the log", async () => {
    const sql = `update es.stream_heads set version = 9 where tenant_id = $1 and stream_id = '${PRODUCT}'`;
    expect(await notCompared(sql)).toBe(`${NOT_COMPARED}status, members`);
  });

  test("a read model that is being rebuilt is not, and the log holds", async () => {
    await log.query("insert into rm.rebuilds values ('sales', 1)");
    const { code, out } = await log.verify("--tenant", OTHER);
    await log.query("delete from rm.rebuilds");
    expect([code, out.split("\n")[0]]).toEqual([0, `${OTHER}  ${NOT_COMPARED}read model sales`]);
  });
});

test("a member of staff without an event is named", async () => {
  await log.query(
    `insert into auth.users (user_id, kind, email, password_hash, first_name, last_name, created_ms)
     values ($1, 'tenant', 'a@b.example', '-', 'A', 'B', 1)`,
    [PERSON],
  );
  await log.damage(
    "insert into auth.memberships (tenant_id, user_id, role, joined_ms) values ($1, $2, 'owner', 1)",
    PERSON,
  );
  expect(await log.named()).toEqual([
    `seq 0  membership  ${PERSON} is owner by the accounts, nothing by the log`,
  ]);
});

test("a member of the log that the accounts do not have is named", async () => {
  const userId = UserId.parse(PERSON);
  const joining = toAppendEvent(
    {
      streamId: memberStream(userId),
      streamType: "member",
      expected: 0,
      state: { status: "active", role: "cashier" },
      event: { type: "StaffJoined", data: { userId, role: "cashier" } },
    },
    Date.now(),
  );
  await log.append([commandOf(OWN, [joining])]);
  expect(await log.named()).toEqual([
    `seq ${EVENTS + 1}  membership  the log has a cashier that the accounts do not have`,
  ]);
});

test("a row that no event made is named, unless the log alone is asked for", async () => {
  await log.damage(
    `insert into rm.rm_daily_totals (tenant_id, day, currency, orders, total_minor, tax_minor)
     values ($1, '2026-11-21', 'GHS', 1, 100, 0)`,
  );
  expect(await log.named()).toEqual([
    "seq 0  read-model  rm_daily_totals day 2026-11-21 currency GHS: no event made this row",
  ]);
  expect((await log.verify("--log")).code).toBe(0);
});

test("one shop alone is verified on request, and reported as JSON", async () => {
  await log.damage("delete from es.events where tenant_id = $1 and seq = 4");
  const whole = await log.verify("--tenant", OTHER);
  expect([whole.code, whole.out]).toEqual([
    0,
    `The log is intact: ${EVENTS} events of 1 tenants.\n`,
  ]);

  const { code, out } = await log.verify("--tenant", OWN, "--json");
  const ActivityText = z.object({
    tenants: z.int(),
    events: z.int(),
    deviations: z.array(z.unknown()),
  });
  const told = ActivityText.parse(JSON.parse(out));
  expect([code, told.tenants, told.events]).toEqual([1, 1, EVENTS - 1]);
  expect(told.deviations).toEqual([
    { tenantId: OWN, seq: 4, kind: "gap", message: "event 4 is missing" },
  ]);
});

test("a shop that the log does not know is not said to hold", async () => {
  const { code, out } = await log.verify("--tenant", randomUUID());
  expect([code, out]).toEqual([1, expect.stringContaining("the tenant has no head")]);
});
