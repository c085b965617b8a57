import type { Manifest } from "#standalone/operator/backup/contents.ts";

import type { Checks } from "./checks.ts";
import { type Facts, factsUpTo, inDatabase, shownSums } from "./facts.ts";
import { type DrillShop, NAMES } from "./shop.ts";

export type Expected = Readonly<{
  manifest: Manifest;
  facts: readonly Facts[];
  shops: readonly DrillShop[];
}>;

/** Checks that the restored data equals the backup: heads, rows, sums, and erased people. */
export async function checkRestored(
  checks: Checks,
  adminUrl: string,
  { manifest, facts, shops }: Expected,
): Promise<void> {
  const heads = await inDatabase(adminUrl, (ask) =>
    ask<{ tenantId: string; seq: number; chain: string }>(
      `select tenant_id as "tenantId", seq::float8 as seq, encode(chain, 'hex') as chain
         from es.tenant_heads order by tenant_id`,
    ),
  );
  checks.same(`heads of ${heads.length} logs equal the manifest's`, heads, manifest.heads);
  const restored = await factsUpTo(adminUrl, manifest.heads);
  const differing = restored.filter((one, n) => one.rows !== facts[n]?.rows);
  checks.same("tenants with a differing row", differing.length, 0);
  checks.same("sales and sums of every log", restored.map(sums), facts.map(sums));
  const shown = await shownSums(adminUrl);
  const wrong = facts.filter(({ tenantId, sales, totalMinor }) => {
    const [orders = 0, total = 0] = shown.get(tenantId) ?? [];
    return orders !== sales || total !== totalMinor;
  });
  checks.same("tenants whose shown sums differ by a pesewa", wrong.length, 0);
  await checkPeople(checks, adminUrl, shops);
}

const sums = ({ tenantId, sales, totalMinor }: Facts) => [tenantId, sales, totalMinor];

async function checkPeople(
  checks: Checks,
  adminUrl: string,
  shops: readonly DrillShop[],
): Promise<void> {
  const found = await inDatabase(adminUrl, async (ask) => {
    const erased = shops.flatMap(({ erasedBefore, erasedAfter }) => [erasedBefore, erasedAfter]);
    const of = async (sql: string) => (await ask<{ n: number }>(sql, [erased]))[0]?.n;
    return {
      keys: await of("select count(*)::int as n from es.subject_keys where subject_id = any ($1)"),
      names: await of(
        `select count(*)::int as n from rm.rm_customers
          where customer_id = any ($1) and coalesce(first_name, last_name, phone) is not null`,
      ),
      onSales: await of(
        `select count(*)::int as n from rm.rm_sales
          where customer_id = any ($1) and coalesce(customer_name, notes) is not null`,
      ),
      sales: await of("select count(*)::int as n from rm.rm_sales where customer_id = any ($1)"),
    };
  });
  const none = { keys: 0, names: 0, onSales: 0, sales: shops.length * 2 };
  checks.same("erased people stay erased, and their sales stay", found, none);
  const standing = await inDatabase(adminUrl, (ask) =>
    ask<{ name: string }>(
      `select first_name || ' ' || last_name as name from rm.rm_customers
        where customer_id = any ($1)`,
      [shops.map((shop) => shop.standing)],
    ),
  );
  checks.same(
    "other people are readable",
    standing.map(({ name }) => name),
    shops.map(() => NAMES.standing),
  );
}
