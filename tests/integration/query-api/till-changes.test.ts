import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { CHANGES_PATH, TillChanges } from "#kernel/contract/api/till/changes.ts";

import { openQueryApi, type QueryApi } from "./query-api.ts";
import { insertRows } from "./tenant-rows.ts";
import { FOREIGN, HEAD, ID, NOW_MS, OWN } from "./two-tenants.ts";

// Two tenants whose things have equal ids, and whose events have equal positions, but are about
// other things.

const MEMBER = "40000000-0000-7000-8000-000000000001";

type Touched = Readonly<{
  stream: string;
  streamType: string;
  type: string;
  data?: object;
  stock?: string;
}>;

const event = (tenant_id: string, seq: number, touched: Touched) => ({
  tenant_id,
  seq,
  stream_id: touched.stream,
  stream_version: seq,
  stream_type: touched.streamType,
  type: touched.type,
  schema_v: 1,
  command_id: ID.today,
  command_ix: 0,
  actor_id: MEMBER,
  recorded_ms: NOW_MS,
  occurred_ms: NOW_MS,
  data: touched.data ?? {},
  meta: {},
  effects: touched.stock === undefined ? null : { stock: [[touched.stock, -1, 1]] },
  leaf: "",
  chain: "",
});

const OWN_EVENTS: readonly Touched[] = [
  { stream: ID.salt, streamType: "product", type: "ProductRepriced" },
  { stream: ID.today, streamType: "sale", type: "SaleRecorded", stock: ID.rice },
  { stream: ID.efua, streamType: "customer", type: "CustomerDetailsChanged" },
];
const FOREIGN_EVENTS: readonly Touched[] = [
  { stream: ID.beans, streamType: "product", type: "ProductRepriced" },
  { stream: ID.today, streamType: "sale", type: "SaleRecorded", stock: ID.archived },
  {
    stream: MEMBER,
    streamType: "member",
    type: "StaffRoleChanged",
    data: { userId: "40000000-0000-7000-8000-000000000006" },
  },
];

let api: QueryApi;
beforeAll(async () => {
  api = await openQueryApi();
  const rows = [
    ...OWN_EVENTS.map((touched, index) => event(OWN, HEAD - 2 + index, touched)),
    ...FOREIGN_EVENTS.map((touched, index) => event(FOREIGN, HEAD - 2 + index, touched)),
  ];
  await insertRows(api.admin, "es.events", rows);
});
afterAll(() => api.close());

const Body = z.object({ data: TillChanges });
const read = async (query: string, as: "owner" | "foreign owner" = "owner") =>
  Body.parse((await api.get(`${CHANGES_PATH}${query}`, as)).json()).data;
const ask = (since: number, as: "owner" | "foreign owner") => read(`?since=${since}`, as);

test("TILL-107: of two businesses with equal ids and positions each gets its own changes", async () => {
  const own = await ask(HEAD - 3, "owner");
  expect(own.products.map(({ id }) => id)).toEqual([ID.salt]);
  expect(own.stocks.map(({ id }) => id)).toEqual([ID.rice]);
  expect(own.customers.map(({ id }) => id)).toEqual([ID.efua]);
  expect(own.people).toEqual([]);
  expect(JSON.stringify(own)).toContain("own");
  expect(JSON.stringify(own)).not.toContain("FOREIGN");

  const theirs = await ask(HEAD - 3, "foreign owner");
  expect(theirs.products.map(({ id }) => id)).toEqual([ID.beans]);
  expect(theirs.stocks.map(({ id }) => id)).toEqual([ID.archived]);
  expect(theirs.customers).toEqual([]);
  expect(theirs.people).toMatchObject([{ id: "40000000-0000-7000-8000-000000000006" }]);
  expect(JSON.stringify(theirs)).not.toMatch(/\bown\b/);
});

test("TILL-102: the events up to the position count no more", async () => {
  expect(await ask(HEAD, "owner")).toMatchObject({
    products: [],
    stocks: [],
    customers: [],
    people: [],
  });
  expect(await ask(HEAD - 1, "owner")).toMatchObject({ products: [], stocks: [] });
  const afterSale = await ask(HEAD - 2, "owner");
  expect(afterSale.products).toEqual([]);
  expect(afterSale.stocks).toEqual([{ id: ID.rice, stock: expect.any(Number) }]);
});

describe("TILL-102: a person", () => {
  const CASHIER = "40000000-0000-7000-8000-000000000002";
  const change = async (type: string, sql: string) => {
    await api.admin.query(
      `update auth.memberships set ${sql} where tenant_id = $1 and user_id = $2`,
      [OWN, CASHIER],
    );
    const about = { stream: CASHIER, streamType: "member", type, data: { userId: CASHIER } };
    await api.admin.query("delete from es.events where tenant_id = $1 and seq = $2", [OWN, HEAD]);
    await insertRows(api.admin, "es.events", [event(OWN, HEAD, about)]);
  };

  test.for([
    ["StaffRoleChanged", "role = 'manager'", { name: "A B", role: "manager", gone: false }],
    ["StaffRoleChanged", "role = 'auditor'", { name: "", role: "auditor", gone: true }],
    ["StaffJoined", "role = 'cashier'", { name: "A B", role: "cashier", gone: false }],
    ["ProfileChanged", "role = 'cashier'", { name: "A B", role: "cashier", gone: false }],
    ["StaffRemoved", `ended_ms = ${NOW_MS}`, { name: "", role: "cashier", gone: true }],
  ] as const)("of whom %s with %s tells is named", async ([type, sql, told]) => {
    await change(type, sql);
    expect((await ask(HEAD - 1, "owner")).people).toEqual([{ id: CASHIER, ...told }]);
    const ids = (await read("")).people.map(({ id }) => id);
    expect(ids.includes(CASHIER)).toBe(!told.gone);
  });

  test("who only signed in is not", async () => {
    await change("SignedIn", "ended_ms = null");
    expect((await ask(HEAD - 1, "owner")).people).toEqual([]);
  });
});

describe("TILL-104: the position of an answer", () => {
  test.for(["products", "customers", "settings"])(
    "is not above what the rows hold when %s are behind",
    async (name) => {
      const set = (seq: number) =>
        api.admin.query(
          "update rm.checkpoints set seq = $3 where tenant_id = $1 and projection = $2",
          [OWN, name, seq],
        );
      await set(HEAD - 2);
      // Parked, so that the answer does not wait for it.
      await api.admin.query(
        `insert into rm.projection_parked (tenant_id, projection, seq, event_type, error, parked_ms)
         values ($1, $2, $3, 'ProductAdded', 'unknown', 1)`,
        [OWN, name, HEAD - 1],
      );
      expect((await read("")).seq).toBe(HEAD - 2);
      expect((await ask(HEAD - 3, "owner")).seq).toBe(HEAD - 2);
      expect((await read("", "foreign owner")).seq).toBe(HEAD);
      // The till has more than there are rows for, and keeps it.
      const ahead = await api.get(`${CHANGES_PATH}?since=${HEAD}`);
      expect([ahead.statusCode, ahead.json()]).toMatchObject([503, { code: "unavailable" }]);
      expect(ahead.headers["retry-after"]).toBeDefined();
      await api.admin.query("delete from rm.projection_parked");
      await set(HEAD);
    },
  );

  test("nothing is sent while the read models are being filled again", async () => {
    await api.admin.query("insert into rm.rebuilds values ('products', 1)");
    await api.admin.query("update rm.checkpoints set seq = 7 where projection = 'products'");
    const answer = await api.get(CHANGES_PATH);
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: "unavailable" }]);
    await api.admin.query("delete from rm.rebuilds");
    await api.admin.query("update rm.checkpoints set seq = $1", [HEAD]);
    expect((await read("")).seq).toBe(HEAD);
  });
});
