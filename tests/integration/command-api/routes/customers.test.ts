import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { failure, idOf } from "./ask.ts";
import { lastOf, logOf, typesOf, written } from "./log-of.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const URL = "/api/customers.php";
const post = (body: object) => shops.ask("POST", URL, { body });
const put = (body: object) => shops.ask("PUT", URL, { body });
const remove = (id: string) => shops.ask("DELETE", `${URL}?id=${id}`);

const Changed = z.object({ changes: z.record(z.string(), z.unknown()) });
const changesOf = (data: unknown): string[] => Object.keys(Changed.parse(data).changes);

const MARKER = "Zwx7";
const NAMED = {
  first_name: `${MARKER}first`,
  last_name: `${MARKER}last`,
  email: `${MARKER}@mail.example`,
  phone: `024 ${MARKER}`,
  address: `1 ${MARKER} street`,
};

describe("a customer", () => {
  test("is added with an answer that holds the id, and sealed in the log", async () => {
    const answer = await post(NAMED);
    const id = idOf(answer);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: "Customer added", data: { id } },
    ]);
    const sealed: unknown = expect.stringMatching(new RegExp(`^sealed:v1:${id}:`));
    expect(await lastOf(shops, id)).toMatchObject({
      type: "CustomerAdded",
      data: {
        customerId: id,
        firstName: sealed,
        lastName: sealed,
        email: sealed,
        phone: sealed,
        address: sealed,
      },
    });
  });

  test("gets an event only for values that differ", async () => {
    const id = idOf(await post(NAMED));
    const updated = { success: true, message: "Customer updated", data: { id } };
    expect((await put({ id, ...NAMED })).body).toEqual(updated);
    expect(await typesOf(shops, id)).toEqual(["CustomerAdded"]);

    expect((await put({ id, phone: "020 555", email: "" })).body).toEqual(updated);
    const changed = await lastOf(shops, id);
    expect(changed).toMatchObject({ data: { changes: { phone: { from: expect.any(String) } } } });
    expect(changesOf(changed?.data)).toEqual(["phone"]);

    await put({ id, phone: null });
    expect(await lastOf(shops, id)).toMatchObject({ data: { changes: { phone: { to: null } } } });
  });

  test("is archived once, however often it is requested, and then not changed", async () => {
    const id = idOf(await post(NAMED));
    const gone = { success: true, message: "Customer deleted", data: { id } };
    expect((await remove(id)).body).toEqual(gone);
    expect((await remove(id)).body).toEqual(gone);
    expect(await typesOf(shops, id)).toEqual(["CustomerAdded", "CustomerArchived"]);
    const answer = await put({ id, first_name: "B" });
    expect([answer.status, answer.body]).toEqual([
      409,
      failure("customer-archived", "This customer was deleted."),
    ]);
  });

  test("is named in a sale, readable only with the customer's key", async () => {
    const id = idOf(await post(NAMED));
    const milo = await shops.addProduct("Milo", 1);
    const sale = idOf(await shops.sell([[milo, 1]], { customer_id: id }));
    const { data } = (await lastOf(shops, sale)) ?? {};
    expect(data).toMatchObject({
      customer: { id, name: expect.stringMatching(new RegExp(`^sealed:v1:${id}:`)) },
    });
  });

  test("that does not exist is refused in a sale, with nothing written", async () => {
    const milo = await shops.addProduct("Milo", 1);
    const before = await written(shops);
    for (const customer of [randomUUID(), milo, "1"]) {
      const answer = await shops.sell([[milo, 1]], { customer_id: customer });
      expect([answer.status, answer.body]).toEqual([
        404,
        failure("customer-not-found", "Customer not found"),
      ]);
    }
    expect(await written(shops)).toEqual(before);
  });
});

test("log, heads, commands and counters hold no personal data in clear text", async () => {
  const id = idOf(await post(NAMED));
  await put({ id, first_name: `${MARKER}second`, email: `${MARKER}2@mail.example` });
  const milo = await shops.addProduct("Milo", 5);
  const sale = idOf(
    await shops.sell([[milo, 1]], { customer_id: id, notes: `for ${MARKER}, by hand` }),
  );
  await shops.ask("DELETE", `/api/sales.php?id=${sale}`);
  await remove(id);
  expect(await logOf(shops, id)).toHaveLength(3);

  const tables = await shops.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('es', 'audit') and table_type = 'BASE TABLE'`,
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["es.events", "es.stream_heads", "es.commands"]),
  );
  const spellings = [MARKER, MARKER.toLowerCase(), Buffer.from(MARKER).toString("hex")];
  for (const { name } of tables) {
    for (const spelling of spellings) {
      const rows = await shops.query(
        `select 1 from ${name} t where strpos(lower(t::text), lower($1)) > 0`,
        [spelling],
      );
      expect([name, spelling, rows.length]).toEqual([name, spelling, 0]);
    }
  }
  // Proof that the search works: product names are not sealed.
  await shops.addProduct(`${MARKER} product`, 0);
  expect(
    await shops.query("select 1 from es.events t where strpos(t::text, $1) > 0", [MARKER]),
  ).toHaveLength(1);
});
