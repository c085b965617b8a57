import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createProjectorService } from "#projector/projector.ts";
import { failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { stockOf, typesOf } from "#tests/integration/command-api/routes/log-of.ts";
import {
  openTwoTenants,
  type TwoTenants,
} from "#tests/integration/command-api/routes/two-tenants.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { until } from "#tests/kit/product/sales-load.ts";
import { row } from "#tests/scorecard/row.ts";

import { proveStaleCounts } from "./stale-counts.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const STEPS = 500;

// 10,000 are tried by tests/faults/long/lost-stock.test.ts.
row(
  11,
  `${STEPS} sales and counts over HTTP: a stale count is refused, and no sale is lost`,
  (proof) => proveStaleCounts(shops, proof, STEPS),
);

test("a repeated or concurrent void is one effect, and totals and stock are exact", async () => {
  const remove = (id: string, as: "owner" | "foreign owner" = "owner") =>
    shops.ask("DELETE", `/api/sales.php?id=${id}`, { as });
  const milo = await shops.addProduct("Milo", 100);
  const sell = async () => idOf(await shops.sell([[milo, 2]], { client_sale_id: randomUUID() }));
  const [twice, raced, theirs, kept] = [await sell(), await sell(), await sell(), await sell()];

  // No projector is running.
  expect([(await remove(twice)).status, (await remove(twice)).status]).toEqual([200, 200]);
  const race = await Promise.all(Array.from({ length: 20 }, () => remove(raced)));
  expect(race.map(({ status }) => status)).toEqual(race.map(() => 200));
  const foreign = await remove(theirs, "foreign owner");
  expect([foreign.status, foreign.body]).toEqual([
    404,
    failure("sale-not-found", "Sale not found"),
  ]);

  const types = await Promise.all([twice, raced, theirs, kept].map((id) => typesOf(shops, id)));
  const [sold, voided] = [["SaleRecorded"], ["SaleRecorded", "SaleVoided"]];
  expect(types).toEqual([voided, voided, sold, sold]);
  expect(await stockOf(shops, milo)).toBe(96);

  const { adminUrl, clock, logger, dataKey } = shops;
  const projector = createProjectorService({
    databaseUrl: connectionAs("query_ro", adminUrl).url,
    clock,
    logger,
    poolSize: 4,
    password: TEST_PASSWORDS.projector,
    dataKey,
  });
  projector.start();
  const shown = async () => {
    const [rows] = await shops.query<{ stock: number; moves: number; rows: number; left: number }>(
      `select (select stock from rm.rm_products where tenant_id = $1 and product_id = $2) as stock,
              (select count(*)::int from rm.rm_stock_movements where tenant_id = $1 and product_id = $2) as moves,
              (select count(*)::int from rm.rm_sales s where tenant_id = $1 and sale_id = any ($3)) as rows,
              (select count(*)::int from rm.rm_sales s where tenant_id = $1 and sale_id = any ($3) and voided_ms is null) as left`,
      [shops.tenantId, milo, [twice, raced, theirs, kept]],
    );
    return rows;
  };
  const exact = { stock: 96, moves: 7, rows: 4, left: 2 };
  const isExact = async () => JSON.stringify(await shown()) === JSON.stringify(exact);
  await until("the read models show the voids", isExact, 60_000).catch(() => undefined);
  const totals = await shops.query<{ off: number }>(
    `select (coalesce((select sum(total_minor) from rm.rm_daily_totals where tenant_id = $1), 0)
           - coalesce((select sum(total_minor) from rm.rm_sales where tenant_id = $1 and voided_ms is null), 0))::int as off`,
    [shops.tenantId],
  );
  await projector.stop();
  process.stdout.write(`${JSON.stringify(await shown())}, totals off by ${totals[0]?.off}\n`);
  expect(await shown()).toEqual(exact);
  expect(totals).toEqual([{ off: 0 }]);
});
