import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createProjectorService } from "#projector/projector.ts";
import { failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { stockOf, typesOf } from "#tests/integration/command-api/routes/log-of.ts";
import {
  openTwoTenants,
  type TwoTenants,
} from "#tests/integration/command-api/routes/two-tenants.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { until } from "#tests/kit/product/sales-load.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const STEPS = 10_000;
const CALLERS = 32;
const OPENING = 10_000;
const DELIVERY = 5;

const sellOne = async (id: string) =>
  (await shops.sell([[id, 1]], { client_sale_id: randomUUID() })).status;

test("with the stock it was made from no count loses a sale, without it the ledger still balances", async () => {
  const seed = Date.now();
  const random = createRandom(seed);
  const [guarded, blind] = [
    await shops.addProduct("Guarded", OPENING),
    await shops.addProduct("Blind", OPENING),
  ];
  const done = { sold: 0, delivered: 0, stale: 0, refused: 0, wrong: 0 };
  let left = STEPS;

  const deliver = async (): Promise<void> => {
    const seen = await stockOf(shops, guarded);
    const body = { id: guarded, stock: seen + DELIVERY, expected_stock: seen };
    const { status } = await shops.ask("PUT", "/api/products.php", { body });
    if (status === 200) done.delivered += DELIVERY;
    else if (status === 409) done.stale += 1;
    else done.wrong += 1;
  };
  const overwrite = async (): Promise<void> => {
    const body = { id: blind, stock: (await stockOf(shops, blind)) + DELIVERY };
    const { status } = await shops.ask("PUT", "/api/products.php", { body });
    // Of concurrent counts some are refused, because another one was first.
    if (status === 409) done.refused += 1;
    else if (status !== 200) done.wrong += 1;
  };
  const step = async (): Promise<void> => {
    const what = random();
    if (what < 0.3) return deliver();
    if (what < 0.5) return overwrite();
    const isGuarded = what < 0.8;
    const status = await sellOne(isGuarded ? guarded : blind);
    if (status !== 200) done.wrong += 1;
    else if (isGuarded) done.sold += 1;
    return undefined;
  };
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (left > 0) {
        left -= 1;
        await step();
      }
    }),
  );

  const ledger = async (id: string) => {
    const [row] = await shops.query<{ moved: number; breaks: number }>(
      `with moves as (
         select seq, (move ->> 1)::int as delta, (move ->> 2)::int as after
           from es.events, json_array_elements(effects -> 'stock') move
          where tenant_id = $1 and move ->> 0 = $2)
       select sum(delta)::int as moved,
              (count(*) filter (where after <> running))::int as breaks
         from (select *, sum(delta) over (order by seq) as running from moves) m`,
      [shops.tenantId, id],
    );
    return row;
  };
  const [kept, overwritten] = [await stockOf(shops, guarded), await stockOf(shops, blind)];
  process.stdout.write(
    `${STEPS} steps, ${JSON.stringify(done)}, guarded ${kept}, blind ${overwritten} (seed ${seed})\n`,
  );
  expect(done.wrong).toBe(0);
  expect(done.stale).toBeGreaterThan(0);
  expect(kept).toBe(OPENING - done.sold + done.delivered);
  expect(await ledger(guarded)).toEqual({ moved: kept, breaks: 0 });
  expect(await ledger(blind)).toEqual({ moved: overwritten, breaks: 0 });
}, 180_000);

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
    const [row] = await shops.query<{ stock: number; moves: number; rows: number; left: number }>(
      `select (select stock from rm.rm_products where tenant_id = $1 and product_id = $2) as stock,
              (select count(*)::int from rm.rm_stock_movements where tenant_id = $1 and product_id = $2) as moves,
              (select count(*)::int from rm.rm_sales s where tenant_id = $1 and sale_id = any ($3)) as rows,
              (select count(*)::int from rm.rm_sales s where tenant_id = $1 and sale_id = any ($3) and voided_ms is null) as left`,
      [shops.tenantId, milo, [twice, raced, theirs, kept]],
    );
    return row;
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
