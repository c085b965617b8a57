import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { CustomerItem } from "#kernel/contract/api/customer.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { can } from "#kernel/contract/rights.ts";
import { type CustomerRow, toCustomerItem } from "#query-api/customer/customers.query.ts";
import { customerId } from "#tests/kit/builders/fixed-ids.ts";
import { imagineText } from "#tests/kit/builders/imagine-products.ts";
import { createRandom } from "#tests/kit/builders/random.ts";

import { type Identity, openQueryApi, type QueryApi } from "./query-api.ts";
import { insertRows } from "./tenant-rows.ts";
import { FOREIGN, OWN, type Row } from "./two-tenants.ts";

// The list of customers as SQL writes it, and as it is built from its rows and written by the schema:
// every byte is the same. Both tenants have customers of the same ids.

const LIST = "/api/customers.php";
const CUSTOMERS = 400;
const FROM_MS = Date.parse("2026-01-01T00:00:00Z");
const SPAN_MS = 90 * 86_400_000;

let api: QueryApi;
beforeAll(async () => {
  api = await openQueryApi({ keeps: true });
  await api.admin.query("truncate rm.rm_customers");
  await insertRows(api.admin, "rm.rm_customers", [
    ...imagineCustomers(OWN, 41),
    ...imagineCustomers(FOREIGN, 42),
  ]);
});
afterAll(() => api.close());

function imagineCustomers(tenant_id: string, seed: number): Row[] {
  const random = createRandom(seed);
  const text = (share: number) => (random() < share ? imagineText(random) : null);
  return Array.from({ length: CUSTOMERS }, (_, n) => {
    const created_ms = FROM_MS + Math.floor((random() * SPAN_MS) / 1e7) * 1e7;
    const isErased = random() < 0.1;
    const row = { tenant_id, customer_id: customerId(n + 1), version: 1 + n, created_ms };
    const more = { archived: random() < 0.2, updated_ms: created_ms + Math.floor(random() * 1e9) };
    const names = { first_name: imagineText(random), last_name: text(0.9) };
    const contacts = { email: text(0.5), phone: text(0.5), address: text(0.5) };
    const [first_name, last_name, email, phone, address] = [null, null, null, null, null];
    const erased = { first_name, last_name, email, phone, address };
    return { ...row, ...more, ...(isErased ? erased : { ...names, ...contacts }) };
  });
}

const Rows = z.array(z.custom<CustomerRow>(() => true));

type Reader = Readonly<{ identity: Identity; tenantId: string; role: string }>;

/** The list as it is built from the rows that a reader may see. */
async function built({ tenantId, role }: Reader, which: string, part = ""): Promise<string> {
  const { rows } = await api.admin.query<{ customer: unknown }>(
    `select row_to_json(c) as customer from rm.rm_customers c where c.tenant_id = $1 and ${which}
      order by c.created_ms desc, c.customer_id desc ${part}`,
    [tenantId],
  );
  const seen = can(role, "see-contacts") ? {} : { email: null, phone: null, address: null };
  const data = Rows.parse(rows.map(({ customer }) => customer)).map((row) =>
    toCustomerItem({ ...row, ...seen }),
  );
  return JSON.stringify(z.encode(success(z.array(CustomerItem)), { success: true, data }));
}

const SINCE = "2026-03-01T00:00:00Z";
const THERE = "first_name is not null";
const VARIANTS = [
  ["", `not archived and ${THERE}`, ""],
  ["?limit=50", `not archived and ${THERE}`, "limit 50"],
  ["?limit=50&page=3", `not archived and ${THERE}`, "limit 50 offset 100"],
  ["?page=1000", "false", ""],
  [`?since=${SINCE}`, `updated_ms >= ${Date.parse(SINCE)}`, ""],
  ["?search=none of these", "false", ""],
] as const;

const READERS: Reader[] = [
  { identity: "owner", tenantId: OWN, role: "owner" },
  { identity: "stock_keeper", tenantId: OWN, role: "stock_keeper" },
  { identity: "auditor", tenantId: OWN, role: "auditor" },
  { identity: "foreign owner", tenantId: FOREIGN, role: "owner" },
];

describe.each(READERS)("for the $identity, the list of customers", (reader) => {
  test.each(VARIANTS)("%s is what its rows say, byte for byte", async (query, which, part) => {
    const { payload } = await api.get(`${LIST}${query}`, reader.identity);
    expect(payload).toBe(await built(reader, which, part));
  });

  test("is never kept in memory: it has addresses of people", async () => {
    const { rowCount } = await api.admin.query(
      "update rm.rm_customers set version = version + 1 where tenant_id = $1",
      [reader.tenantId],
    );
    expect(rowCount).toBe(CUSTOMERS);
    const { payload } = await api.get(LIST, reader.identity);
    expect(payload).toBe(await built(reader, `not archived and ${THERE}`));
  });
});

test("a manager gets the archived ones, a cashier does not", async () => {
  const url = `${LIST}?archived=true`;
  const manager: Reader = { identity: "manager", tenantId: OWN, role: "manager" };
  const { payload } = await api.get(url, manager.identity);
  expect(payload).toBe(await built(manager, `archived and ${THERE}`));
  expect((await api.get(url, "cashier")).statusCode).toBe(403);
});

test("its pages by cursor are the whole list", async () => {
  const whole = await api.get(LIST);
  const items: unknown[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const page = await api.get(`${LIST}?limit=37${cursor && `&cursor=${cursor}`}`);
    items.push(...page.json<{ data: unknown[] }>().data);
    cursor = page.headers["x-next-cursor"]?.toString();
  }
  expect(items.length).toBeGreaterThan(200);
  expect(JSON.stringify({ success: true, data: items })).toBe(whole.payload);
});
