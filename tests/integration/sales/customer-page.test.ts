import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { CustomerPage, PURCHASES_PAGE } from "#kernel/contract/api/reports/customer-page.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { dataOf, item } from "#tests/integration/catalog/counter.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";

const HOUR_MS = 3_600_000;
const MORE_THAN_A_PAGE = PURCHASES_PAGE + 5;

let apis: Apis;
let customer: string;
let foreign: string;

async function sell(as: Identity, to: string, hoursAgo: number, quantity = 1): Promise<string> {
  const product = await apis.addProduct(`Milo ${randomUUID()}`, 100, as);
  const body = {
    client_sale_id: randomUUID(),
    customer_id: to,
    items: [item(product, quantity)],
    occurred_at: new Date(apis.clock() - hoursAgo * HOUR_MS).toISOString(),
  };
  return idOf(await apis.ask("POST", "/api/sales.php", { as, body }));
}

const ask = (id: string, query = "", as: Identity = "owner") =>
  apis.askOf.query("GET", `/api/v1/customers/${id}${query}`, { as });
const read = async (id: string, query = "", as: Identity = "owner") =>
  CustomerPage.parse(dataOf(await ask(id, query, as)));

beforeAll(async () => {
  apis = await openApis();
  customer = await apis.addCustomer("Abena", "owner");
  foreign = await apis.addCustomer("Yaw", "foreign owner");
  await sell("foreign owner", foreign, 1, 9);
});
afterAll(() => apis.close());

test("CUST-16, CUST-17: totals and purchases are of the sales, a voided one only listed", async () => {
  expect(await read(customer)).toMatchObject({ totals: [], last_sale_at: null, purchases: [] });
  const first = await sell("owner", customer, 30, 2);
  const second = await sell("owner", customer, 10);
  const third = await sell("owner", customer, 5);
  await apis.ask("DELETE", `/api/sales.php?id=${third}`, { as: "owner" });
  const page = await read(customer);
  expect(page.totals).toEqual([{ currency: "GHS", orders: 2, total: 13.5 }]);
  expect(page.last_sale_at).toBe(page.purchases[1]?.occurred_at);
  expect(page.purchases.map(({ id }) => id)).toEqual([third, second, first]);
  expect(page.purchases.map(({ voided_at: at }) => at !== null)).toEqual([true, false, false]);
  expect(page).toMatchObject({ first_name: "Abena", erased: false, next_cursor: null });
});

test("CUST-17: purchases come in pages after a cursor, each once", async () => {
  const often = await apis.addCustomer("Esi", "owner");
  const sold: string[] = [];
  for (let n = 0; n < MORE_THAN_A_PAGE; n += 1) {
    // Some at the same time: then the id decides.
    sold.push(await sell("owner", often, 1 + Math.floor(n / 2)));
  }
  const first = await read(often);
  expect(first.purchases).toHaveLength(PURCHASES_PAGE);
  const second = await read(often, `?cursor=${first.next_cursor}`);
  expect(second.next_cursor).toBeNull();
  const seen = [...first.purchases, ...second.purchases].map(({ id }) => id);
  expect(seen).toHaveLength(MORE_THAN_A_PAGE);
  expect(new Set(seen)).toEqual(new Set(sold));
  expect(first.totals[0]?.orders).toBe(MORE_THAN_A_PAGE);
}, 60_000);

test("CUST-20: another shop's customer is unknown, and each shop sees its own", async () => {
  for (const [id, as] of [
    [foreign, "owner"],
    [customer, "foreign owner"],
    [randomUUID(), "owner"],
    ["nonsense", "owner"],
  ] as const) {
    const answer = await ask(id, "", as);
    expect([answer.status, answer.text]).toEqual([
      404,
      expect.stringContaining("Customer not found"),
    ]);
  }
  const own = await read(foreign, "", "foreign owner");
  expect(own.totals).toEqual([{ currency: "GHS", orders: 1, total: 40.5 }]);
});

test("CUST-19: contact data are for roles that see them", async () => {
  const body = { first_name: "Kofi", last_name: "Asante", phone: "024 811 4470" };
  const id = idOf(await apis.ask("POST", "/api/customers.php", { as: "owner", body }));
  expect((await read(id)).phone).toBe("024 811 4470");
  expect((await read(id, "", "stock_keeper")).phone).toBeNull();
});

test("CUST-20: the past is as it was, and an erased customer has totals without a name", async () => {
  const id = await apis.addCustomer("Ama", "owner");
  await sell("owner", id, 2);
  const [head] = await apis.query<{ seq: number }>(
    "select max(seq)::int as seq from es.events where stream_id = $1",
    [(await read(id)).purchases[0]?.id],
  );
  await sell("owner", id, 1);
  expect((await read(id)).totals[0]?.orders).toBe(2);
  const before = await read(id, `?as_of=${head?.seq}`);
  expect([before.totals[0]?.orders, before.purchases.length]).toEqual([1, 1]);
  await apis.ask("POST", `/api/v1/customers/${id}/erase`, { as: "owner", body: {} });
  const erased = await read(id);
  expect(erased).toMatchObject({ erased: true, first_name: "Erased", phone: null });
  expect([erased.totals[0]?.orders, erased.purchases.length]).toEqual([2, 2]);
});
