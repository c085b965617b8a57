import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { createSealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import { createErasureList, type ErasedSubject, readErasures } from "#kernel/node/erased-list.ts";
import { singleReader, verifyLog } from "#kernel/verify/verify-log.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";

import { failure, idOf } from "./ask.ts";
import { typesOf } from "./log-of.ts";

let folder: string;
let apis: Apis;
let isListBroken = false;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillbook-erase-"));
  const list = createErasureList(folder);
  const add = (erased: ErasedSubject): Promise<void> =>
    isListBroken ? Promise.reject(new Error("the disk is full")) : list.add(erased);
  apis = await openApis({ erasedList: { add } });
});
afterAll(async () => {
  await apis.close();
  await rm(folder, { recursive: true });
});

const CUSTOMERS = "/api/customers.php";
const MARKER = "Qvz9";
const NAMED = {
  first_name: `${MARKER}first`,
  last_name: `${MARKER}last`,
  email: `${MARKER}@mail.example`,
  phone: `024 ${MARKER}`,
  address: `1 ${MARKER} street`,
};

const add = async (as: "owner" | "foreign owner" = "owner") =>
  idOf(await apis.ask("POST", CUSTOMERS, { as, body: NAMED }));
const erase = (id: string, asking: Parameters<Apis["ask"]>[2] = {}) =>
  apis.ask("POST", `/api/v1/customers/${id}/erase`, { body: {}, ...asking });
const read = async (url: string) => (await apis.askOf.query("GET", url)).text;
const keysOf = async (id: string) =>
  (await apis.query("select 1 from es.subject_keys where subject_id = $1", [id])).length;
const erasedRow = async (id: string) =>
  (
    await apis.query<{ tenant_id: string; is_finished: boolean }>(
      `select tenant_id, finished_ms is not null as is_finished
         from es.erased_subjects where subject_id = $1`,
      [id],
    )
  )[0];

/** Every table that holds the text in clear. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await apis.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('es', 'auth', 'audit', 'rm', 'ops') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const sql = `select 1 from ${name} t where strpos(lower(t::text), lower($1)) > 0 limit 1`;
    if ((await apis.query(sql, [text])).length > 0) found.push(name);
  }
  return found;
}

describe("an erased customer", () => {
  let id: string;
  let sale: string;
  let dashboard: string;

  beforeAll(async () => {
    id = await add();
    const milo = await apis.addProduct("Milo", 10);
    const more = { customer_id: id, notes: `call ${MARKER} first` };
    sale = idOf(await apis.sell([[milo, 2]], more));
    expect(await read(`/api/v1/sales/${sale}`)).toContain(`call ${MARKER} first`);
    expect(await tablesWith(MARKER)).toEqual(
      expect.arrayContaining(["rm.rm_customers", "rm.rm_sales"]),
    );
    dashboard = await read("/api/dashboard.php");
    const answer = await erase(id);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: "Customer erased", data: { id } },
    ]);
  });

  test("CUST-13: is in no list, search or export, and nowhere in the database in clear text", async () => {
    for (const url of [
      CUSTOMERS,
      `${CUSTOMERS}?archived=true`,
      `${CUSTOMERS}?search=${MARKER}`,
      `/api/sales.php?search=${MARKER}`,
      `/api/v1/sales/${sale}`,
      "/api/v1/exports/customers.csv",
      "/api/v1/exports/sales.csv",
    ]) {
      expect([url, (await read(url)).includes(MARKER)]).toEqual([url, false]);
    }
    expect(await read(CUSTOMERS)).not.toContain(id);
    expect(await read("/api/v1/exports/sales.csv")).toContain(",erased,");
    expect(await tablesWith(MARKER)).toEqual([]);
  });

  test("leaves the sale and all totals unchanged", async () => {
    const body: unknown = JSON.parse(await read(`/api/v1/sales/${sale}`));
    expect(body).toMatchObject({
      data: { customer_id: id, first_name: null, last_name: null, notes: null, total_amount: 9 },
    });
    const figures = (text: string) =>
      text.match(/"total(?:Sales|Orders|Products|_amount)":[\d.]+/g);
    expect(figures(await read("/api/dashboard.php"))).toEqual(figures(dashboard));
  });

  test("is reported to clients that keep a copy of the list, without any data", async () => {
    const changed: unknown = JSON.parse(await read(`${CUSTOMERS}?since=2020-01-01T00:00:00Z`));
    const erased = { id, first_name: "Erased", last_name: "", email: null, archived: true };
    expect(changed).toMatchObject({ data: [erased] });
  });

  test("has no key, is in the list outside the database, and the chain verifies", async () => {
    expect(await keysOf(id)).toBe(0);
    expect(await erasedRow(id)).toEqual({ tenant_id: apis.tenantId, is_finished: true });
    expect(await readErasures(folder)).toContainEqual(
      expect.objectContaining({ tenantId: apis.tenantId, subjectId: id }),
    );
    const { events, found } = await verifyLog(singleReader(apis.admin), apis.tenantId);
    expect([events > 5, found]).toEqual([true, []]);
  });

  test("cannot be sold to, changed or restored, and gets no new key", async () => {
    const milo = await apis.addProduct("Milo", 10);
    const sold = await apis.sell([[milo, 1]], { customer_id: id, notes: "again" });
    expect([sold.status, sold.body]).toEqual([
      404,
      failure("customer-not-found", "Customer not found"),
    ]);
    const gone = failure("customer-erased", "The data of this customer was erased.");
    const put = await apis.ask("PUT", CUSTOMERS, { body: { id, first_name: "New" } });
    expect([put.status, put.body]).toEqual([409, gone]);
    const back = await apis.ask("POST", `/api/v1/customers/${id}/restore`, { body: {} });
    expect([back.status, back.body]).toEqual([409, gone]);
    const fresh = createSealer({ dataKey: apis.dataKey, ...subjectKeys(apis.as("cmd_writer", 1)) });
    await expect(fresh.seal(apis.tenantId, id, "again")).rejects.toThrow("answered nothing");
    expect(await keysOf(id)).toBe(0);
  });
});

test("a repeated request gets the first answer, and another one changes nothing", async () => {
  const id = await add();
  const headers = { "idempotency-key": randomUUID() };
  const first = await erase(id, { headers });
  expect((await erase(id, { headers })).text).toBe(first.text);
  expect((await erase(id)).status).toBe(200);
  expect(await typesOf(apis, id)).toEqual(["CustomerAdded", "CustomerErased"]);
});

test("another tenant's customer, an unknown one and a product are not found", async () => {
  const theirs = await add("foreign owner");
  const milo = await apis.addProduct("Milo", 1);
  for (const id of [theirs, milo, randomUUID(), "1"]) {
    const answer = await erase(id);
    expect([answer.status, answer.body]).toEqual([
      404,
      failure("customer-not-found", "Customer not found"),
    ]);
  }
  expect([await keysOf(theirs), await erasedRow(theirs)]).toEqual([1, undefined]);
});

test("after a crash between event and key nothing is readable, and another process finishes the erasure", async () => {
  const id = await add();
  isListBroken = true;
  expect((await erase(id)).status).toBe(200);
  expect([await keysOf(id), (await erasedRow(id))?.is_finished]).toEqual([1, false]);
  expect(await read(CUSTOMERS)).not.toContain(id);
  const known = await apis.query(
    "select first_name from rm.rm_customers where customer_id = $1 and first_name is not null",
    [id],
  );
  expect(known).toEqual([]);

  isListBroken = false;
  const twin = await apis.openTwin();
  try {
    await vi.waitFor(async () => expect(await keysOf(id)).toBe(0), { timeout: 10_000 });
  } finally {
    await twin.close();
  }
  expect((await erasedRow(id))?.is_finished).toBe(true);
  expect((await readErasures(folder)).map(({ subjectId }) => subjectId)).toContain(id);
});
