import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Prepared } from "#query-api/ask.query.ts";
import { CUSTOMER_PAGE } from "#query-api/customer/customer-page.query.ts";
import {
  ARCHIVED_CUSTOMERS,
  CHANGED_CUSTOMERS,
  CUSTOMER_TEXTS,
  CUSTOMERS,
} from "#query-api/customer/customers.query.ts";
import { TODAY } from "#query-api/dashboard/today.query.ts";
import { LOWEST_ID } from "#query-api/listing.ts";
import { ALL_MOVEMENTS, MOVEMENTS } from "#query-api/product/movements.query.ts";
import {
  ARCHIVED_PRODUCTS,
  CHANGED_PRODUCTS,
  PRODUCT_TEXTS,
  PRODUCTS,
} from "#query-api/product/products.query.ts";
import { BY_CATEGORY } from "#query-api/report/by-category.query.ts";
import { BY_DAY } from "#query-api/report/by-day.query.ts";
import { BY_HOUR } from "#query-api/report/by-hour.query.ts";
import { BY_PAYMENT_METHOD } from "#query-api/report/by-payment-method.query.ts";
import { BY_PRODUCT } from "#query-api/report/by-product.query.ts";
import { BY_STAFF } from "#query-api/report/by-staff.query.ts";
import { BY_TAX } from "#query-api/report/by-tax.query.ts";
import { TENANT_NAME } from "#query-api/report/pdf/summary.routes.ts";
import { DASHBOARD, REPORT } from "#query-api/report/report.query.ts";
import { SALE } from "#query-api/sale/sale.query.ts";
import { SALE_TEXTS, SALES, salesTextsThat } from "#query-api/sale/sales.query.ts";
import { salesSums } from "#query-api/sale/sums.query.ts";

import { openQueryDatabase, type QueryDatabase } from "./query-database.ts";
import { questionsOfThePast } from "./questions-of-the-past.ts";
import { fillTenant } from "./tenant-rows.ts";
import { FOREIGN_TENANT, ID, NOW_MS, OWN, OWN_TENANT } from "./two-tenants.ts";

const ONLY_FOREIGN = "90000000-0000-7000-8000-000000000001";
const SOLD_IN_CEDIS = "30000000-0000-7000-8000-0000000000fe";
const HOUR_MS = 3_600_000;

const BY_SELLER = { state: "paid", isByStaff: true } as const;
const IN_TIME = salesTextsThat({ state: "paid", isInTime: true });

const QUESTIONS: readonly [string, Prepared<unknown>, readonly object[]][] = [
  ["the dashboard", DASHBOARD, [{ days: 7 }, {}]],
  ["the report", REPORT, [{ days: 7 }, {}]],
  ["the name on a printed report", TENANT_NAME, [{}]],
  ["the report by category", BY_CATEGORY.question, [{ days: 7 }, {}]],
  ["the report by product", BY_PRODUCT.question, [{ days: 7 }, {}]],
  ["the report by day", BY_DAY.question, [{ days: 7 }, {}]],
  ["the report by hour", BY_HOUR.question, [{ days: 7 }, {}]],
  ["the report by staff", BY_STAFF.question, [{ days: 7 }, {}]],
  ["the report by payment method", BY_PAYMENT_METHOD.question, [{ days: 7 }, {}]],
  ["the report by tax", BY_TAX.question, [{ days: 7 }, {}]],
  ["the product list", PRODUCTS.all, [{}]],
  ["the searched product list", PRODUCTS.found, [{ search: "rice" }]],
  ["the product list as text", PRODUCT_TEXTS.all, [{}]],
  ["the searched product list as text", PRODUCT_TEXTS.found, [{ search: "rice" }]],
  ["the list of deleted products", ARCHIVED_PRODUCTS.all, [{}]],
  ["the list of changed products", CHANGED_PRODUCTS.all, [{ sinceMs: 0 }]],
  ["a product's movements", MOVEMENTS, [{ productId: ID.rice }, { productId: ONLY_FOREIGN }]],
  ["all movements", ALL_MOVEMENTS, [{ product: LOWEST_ID, seq: 0 }]],
  ["the sales list", SALES.all, [{ limit: 1000 }]],
  ["the searched sales list", SALES.found, [{ search: "efua foreign" }, { search: "1-2-42" }]],
  ["the sales list as text", SALE_TEXTS.all, [{ limit: 1000 }]],
  [
    "the searched sales list as text",
    SALE_TEXTS.found,
    [{ search: "efua foreign" }, { search: "1-2-42" }],
  ],
  ["the list of sales since", IN_TIME.all, [{ sinceMs: 0 }]],
  [
    "the list of sales, the smallest first",
    salesTextsThat({ state: "all" }, "smallest").all,
    [{ limit: 3 }, { place: 1_000, after: LOWEST_ID }],
  ],
  ["the list of sales, the oldest first", salesTextsThat({ state: "all" }, "oldest").all, [{}]],
  [
    "the list of a person's sales by mobile money, the largest first",
    salesTextsThat(
      { ...BY_SELLER, method: "mobile_money", isInTime: true, isLong: true },
      "largest",
    ).all,
    [{ staff: ID.efua, sinceMs: 0 }],
  ],
  ["the list of voided sales", salesTextsThat({ state: "voided" }).all, [{}]],
  ["the list of all sales", salesTextsThat({ state: "all" }).all, [{}]],
  [
    "the list of sales by mobile money",
    salesTextsThat({ state: "all", method: "mobile_money" }).all,
    [{}],
  ],
  ["the list of a person's sales", salesTextsThat(BY_SELLER).all, [{ staff: ID.efua }]],
  ["the sums of a person's sales", salesSums(BY_SELLER, false), [{ staff: ID.efua }]],
  [
    "the sums of a person's sales by mobile money",
    salesSums({ ...BY_SELLER, method: "mobile_money" }, false),
    [{ staff: ID.efua }],
  ],
  [
    "the sums of sales by mobile money",
    salesSums({ state: "paid", method: "mobile_money" }, false),
    [{}],
  ],
  [
    "the list of a customer's sales",
    salesTextsThat({ state: "all", isOfCustomer: true }).all,
    [{ customer: ID.efua }],
  ],
  ["the sums of all sales", salesSums({ state: "paid" }, false), [{}]],
  [
    "the sums of sales since",
    salesSums({ state: "paid", isInTime: true }, false),
    [{ sinceMs: 0 }],
  ],
  [
    "the sums of searched sales",
    salesSums({ state: "paid" }, true),
    [{ search: "efua foreign" }, { search: "1-2-42" }],
  ],
  ["today's takings", TODAY, [{ days: 7 }]],
  ["a sale", SALE, [{ saleId: ID.today }, { saleId: ID.voided }, { saleId: ONLY_FOREIGN }]],
  [
    "a customer with their sales",
    CUSTOMER_PAGE,
    [{ customerId: ID.efua, seesContacts: true }, { customerId: ONLY_FOREIGN }],
  ],
  ["the customer list", CUSTOMERS.all, [{ seesContacts: true }]],
  ["the searched customer list", CUSTOMERS.found, [{ seesContacts: true, search: "efua" }]],
  ["the customer list as text", CUSTOMER_TEXTS.all, [{ seesContacts: true }]],
  [
    "the searched customer list as text",
    CUSTOMER_TEXTS.found,
    [{ seesContacts: true, search: "efua" }],
  ],
  ["the list of deleted customers", ARCHIVED_CUSTOMERS.all, [{}]],
  ["the list of changed customers", CHANGED_CUSTOMERS.all, [{ sinceMs: 0 }]],
];

// The tenant condition in the text of a query: every mention of a tenant's table has one.
const WHERE = /(?:\w+\.)?tenant_id = \$1/g;

let database: QueryDatabase;

beforeAll(async () => {
  database = await openQueryDatabase();
  await fillTenant(database.admin, OWN_TENANT);
  await fillTenant(database.admin, FOREIGN_TENANT);
  await copyRow("rm_sales", "sale_id", ID.euros);
  await copyRow("rm_products", "product_id", ID.rice);
  await copyRow("rm_customers", "customer_id", ID.efua);
  await database.admin.query(
    "insert into rm.rm_stock_movements select (json_populate_record(m, json_build_object('product_id', $2::uuid))).* from rm.rm_stock_movements m where m.tenant_id = $1 and m.seq = 7",
    [FOREIGN_TENANT.tenantId, ONLY_FOREIGN],
  );
  await sellInOwnCurrency();
  await enterSales();
});
afterAll(() => database.close());
beforeEach(() => rowLevelSecurity("enable"));

/** The journal has every sale. */
async function enterSales(): Promise<void> {
  await database.admin.query(
    `insert into rm.rm_takings (tenant_id, seq, sale_id, orders, day, hour, user_id, currency, total_minor, tax_minor,
                                actor_id, occurred_ms, recorded_ms)
     select tenant_id, 1000 + row_number() over (order by sale_id), sale_id, 1, business_date, '2026-03-10T10',
            cashier_id, currency, total_minor, tax_minor, cashier_id, occurred_ms, recorded_ms
       from rm.rm_sales`,
  );
}

/** An entity that only the other tenant has. */
async function copyRow(table: string, key: string, id: string): Promise<void> {
  await database.admin.query(
    `insert into rm.${table}
     select (json_populate_record(t, json_build_object('${key}', $3::uuid))).*
       from rm.${table} t where t.tenant_id = $1 and t.${key} = $2`,
    [FOREIGN_TENANT.tenantId, id, ONLY_FOREIGN],
  );
}

/** Sums in one currency show no other, so the other tenant also has some in this one. */
async function sellInOwnCurrency(): Promise<void> {
  const changes: Readonly<Record<string, object>> = {
    rm_daily_totals: {},
    rm_method_days: {},
    rm_sales: {
      sale_id: SOLD_IN_CEDIS,
      business_date: "2026-03-09",
      occurred_ms: NOW_MS - 25 * HOUR_MS,
    },
  };
  for (const [table, changed] of Object.entries(changes)) {
    const which = table === "rm_sales" ? `t.sale_id = '${ID.today}'` : "t.currency = $3";
    const copy = JSON.stringify({ ...changed, currency: OWN_TENANT.currency });
    await database.admin.query(
      `insert into rm.${table}
       select (json_populate_record(t, $2::json)).*
         from rm.${table} t where t.tenant_id = $1 and ${which} and $3::text is not null
       on conflict do nothing`,
      [FOREIGN_TENANT.tenantId, copy, FOREIGN_TENANT.currency],
    );
  }
}

async function rowLevelSecurity(change: "enable" | "disable"): Promise<void> {
  const { rows } = await database.admin.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'rm'::regnamespace and relname like 'rm\\_%' and relkind = 'r'",
  );
  const changes = rows.map(({ name }) => `alter table rm.${name} ${change} row level security;`);
  await database.admin.query(changes.join(""));
}

/** What the text of a question would return to the API, for all kinds of arguments. */
async function answersOf([, , variants]: (typeof QUESTIONS)[number], sql: string) {
  const answers = [];
  for (const args of variants) {
    const all = JSON.stringify({ nowMs: NOW_MS, offset: 0, ...args });
    const values = [OWN, all];
    // A question about one entity fails if it finds two.
    const answer = await database.pool
      .query<{ body: unknown; items: string | null }>(sql, values)
      .then(
        ({ rows }) => JSON.stringify(rows[0]?.body) + (rows[0]?.items ?? ""),
        (error: unknown) => String(error),
      );
    answers.push(answer);
  }
  return answers.join("\n");
}

function without(sql: string, isRemoved: (index: number) => boolean): string {
  let index = -1;
  return sql.replace(WHERE, (condition) => {
    index += 1;
    return isRemoved(index) ? "true" : condition;
  });
}

/** In the foreign tenant's texts, and in its currency. */
const foreignTexts = (answers: string): number => answers.match(/FOREIGN|USD/g)?.length ?? 0;

it("every question about the past is in the list, but for searches of listed ones and lineages", () => {
  const known = new Set(QUESTIONS.map(([, { whole }]) => whole.name));
  const others = questionsOfThePast().filter((name) => !/^lineage-|-found$/.test(name));
  expect(others.filter((name) => !known.has(name))).toEqual([]);
});

describe.each(QUESTIONS)("%s", (...asked) => {
  const sql = asked[1].whole.text;
  const conditions = sql.match(WHERE)?.length ?? 0;
  const bare = without(sql, () => true);

  it("returns nothing of another tenant with both protections, nor with either alone", async () => {
    const both = await answersOf(asked, sql);
    const policiesOnly = await answersOf(asked, bare);
    await rowLevelSecurity("disable");
    const whereOnly = await answersOf(asked, sql);

    expect(both).toMatch(/own|GHS/);
    expect([both, policiesOnly, whereOnly].map(foreignTexts)).toEqual([0, 0, 0]);
    expect(policiesOnly).toBe(both);
    expect(whereOnly).toBe(both);
  });

  it("leaks without both", async () => {
    await rowLevelSecurity("disable");

    expect(foreignTexts(await answersOf(asked, bare))).toBeGreaterThan(0);
  });

  it("needs every one of its conditions where there are no policies", async () => {
    const whole = await answersOf(asked, sql);
    await rowLevelSecurity("disable");
    const idle = [];
    for (let index = 0; index < conditions; index += 1) {
      const answers = await answersOf(
        asked,
        without(sql, (condition) => condition === index),
      );
      if (answers === whole) idle.push(sql.split(WHERE)[index]?.slice(-80));
    }

    expect(idle).toEqual([]);
  });

  it("has a condition for every table that it reads", () => {
    expect(sql.match(/\brm\.rm_\w+ [a-z]+\b/g)?.length).toBe(conditions);
  });
});

it("shows nothing to a connection without a tenant", async () => {
  const { rows } = await database.admin.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relnamespace = 'rm'::regnamespace and relkind = 'r' and relname <> 'rebuilds' and relname not like 'rm\\_platform\\_%'",
  );
  expect(rows.length).toBeGreaterThanOrEqual(9);
  for (const { name } of rows) {
    const seen = await database.pool.query(`select 1 from ${name}`);
    expect([name, seen.rowCount]).toEqual([name, 0]);
  }
});

it("forgets the tenant as soon as the question is answered", async () => {
  const client = await database.pool.connect();
  try {
    await client.query("select * from rm.freshness($1, '{products}')", [OWN]);
    const { rows } = await client.query("select count(*) from rm.rm_products");
    expect(rows).toEqual([{ count: 0 }]);
  } finally {
    client.release();
  }
});

it("hides data of all tenants from a reader of one, and the other way round", async () => {
  const { rows } = await database.admin.query<{ name: string; shops: boolean; platform: boolean }>(
    `select c.relname as name, has_table_privilege('query_ro', c.oid, 'select') as shops,
            has_table_privilege('platform_ro', c.oid, 'select') as platform
       from pg_class c
      where c.relnamespace = 'rm'::regnamespace and c.relkind = 'r' and c.relname like 'rm\\_%'`,
  );
  const isPlatforms = (name: string): boolean => name.startsWith("rm_platform_");
  expect(rows.filter(({ name }) => isPlatforms(name)).length).toBeGreaterThanOrEqual(9);
  expect(rows).toEqual(
    rows.map(({ name }) => ({ name, shops: !isPlatforms(name), platform: isPlatforms(name) })),
  );
});
