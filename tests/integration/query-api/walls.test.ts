import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Prepared } from "#query-api/ask.query.ts";
import { CUSTOMERS } from "#query-api/customer/customers.query.ts";
import { DASHBOARD } from "#query-api/dashboard/dashboard.query.ts";
import { PRODUCTS } from "#query-api/product/products.query.ts";
import { REPORT } from "#query-api/report/report.query.ts";
import { SALES } from "#query-api/sale/sales.query.ts";

import { openQueryDatabase, type QueryDatabase } from "./query-database.ts";
import { fillShop } from "./shop-rows.ts";
import { FOREIGN_SHOP, NOW_MS, OWN, OWN_SHOP } from "./shop.ts";

const QUESTIONS: readonly [string, Prepared, readonly object[]][] = [
  ["the dashboard", DASHBOARD, [{ days: 7 }, {}]],
  ["the report", REPORT, [{ days: 7 }, {}]],
  ["the product list", PRODUCTS, [{}]],
  ["the sales list", SALES, [{ limit: 1000 }]],
  ["the customer list", CUSTOMERS, [{ seesContacts: true }]],
];

// The wall in the text of a query: every mention of a table of tenants stands behind one.
const WHERE = /(?:\w+\.)?tenant_id = \$1/g;

let database: QueryDatabase;

beforeAll(async () => {
  database = await openQueryDatabase();
  await fillShop(database.admin, OWN_SHOP);
  await fillShop(database.admin, FOREIGN_SHOP);
});
afterAll(() => database.close());
beforeEach(() => rowLevelSecurity("enable"));

async function rowLevelSecurity(change: "enable" | "disable"): Promise<void> {
  const { rows } = await database.admin.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'rm'::regnamespace and relname like 'rm\\_%' and relkind = 'r'",
  );
  const changes = rows.map(({ name }) => `alter table rm.${name} ${change} row level security;`);
  await database.admin.query(changes.join(""));
}

/** What the text of a question would tell the API, for every kind of arguments. */
async function answersOf([, , variants]: (typeof QUESTIONS)[number], sql: string) {
  const answers = [];
  for (const args of variants) {
    const all = JSON.stringify({ nowMs: NOW_MS, offset: 0, ...args });
    const values = [OWN, all];
    const { rows } = await database.pool.query<{ body: unknown }>(sql, values);
    answers.push(JSON.stringify(rows[0]?.body));
  }
  return answers.join("\n");
}

function without(sql: string, isRemoved: (index: number) => boolean): string {
  let index = -1;
  return sql.replace(WHERE, (wall) => {
    index += 1;
    return isRemoved(index) ? "true" : wall;
  });
}

const foreignTexts = (answers: string): number => answers.match(/FOREIGN/g)?.length ?? 0;

describe.each(QUESTIONS)("%s", (...asked) => {
  const sql = asked[1].whole.text;
  const walls = sql.match(WHERE)?.length ?? 0;
  const bare = without(sql, () => true);

  it("tells nothing of another shop behind both walls, nor behind either of them", async () => {
    const both = await answersOf(asked, sql);
    const policiesOnly = await answersOf(asked, bare);
    await rowLevelSecurity("disable");
    const whereOnly = await answersOf(asked, sql);

    expect(both).toContain("own");
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
    for (let index = 0; index < walls; index += 1) {
      const answers = await answersOf(
        asked,
        without(sql, (wall) => wall === index),
      );
      if (answers === whole) idle.push(sql.split(WHERE)[index]?.slice(-80));
    }

    expect(idle).toEqual([]);
  });

  it("has a condition for every table that it reads", () => {
    expect(sql.match(/\brm\.rm_\w+ [a-z]+\b/g)?.length).toBe(walls);
  });
});

it("shows a connection that names no tenant nothing at all", async () => {
  const { rows } = await database.admin.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relnamespace = 'rm'::regnamespace and relkind = 'r' and relname <> 'rebuilds'",
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
