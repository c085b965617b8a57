import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openApis, type Apis } from "#tests/integration/bad-input/apis.ts";
import { emptyReadModels, readModels } from "#tests/kit/database/read-models.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";
import { row } from "#tests/scorecard/row.ts";

import { anyCalls, type Step } from "./calls.ts";
import { checkParents, checkShop } from "./check.ts";
import { perform } from "./perform.ts";
import { registerTenant, type Shop } from "./shop.ts";

const CALLS = 60;
const { propertyRuns: RUNS, seed: SEED } = readTestSettings();
const LONGEST_MS = 10 * 60_000;

let apis: Apis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

/** Two shops at the same time, each with its own calls in order. */
async function run(steps: readonly Step[]): Promise<readonly Shop[]> {
  const shops = [await registerTenant(apis), await registerTenant(apis)] as const;
  await Promise.all(
    shops.map(async (shop, index) => {
      const other = shops[index === 0 ? 1 : 0];
      for (const step of steps.filter((one) => one.shop === index)) {
        await perform(step, shop, other);
      }
    }),
  );
  for (const shop of shops) await checkShop(apis, shop);
  return shops;
}

/**
 * One unit more in the stock that the shop shows and counts, which nothing explains. Returns the
 * products that were changed.
 */
const changeStock = ({ tenantId }: Shop, by: number): Promise<readonly object[]> =>
  apis.query(
    `update rm.rm_products set stock = stock + $2
      where tenant_id = $1 and not archived and tracks_stock is not false returning product_id`,
    [tenantId, by],
  );

const CHANGED = 2;

/**
 * Of two shops with products, those whose check fails after their stock was changed. A second query
 * API is asked, because the first has kept its answers and the log says that nothing has happened.
 */
async function foundChanges(): Promise<number> {
  const second = await apis.openQuery();
  try {
    return await changesFoundBy(second.ask);
  } finally {
    await second.close();
  }
}

async function changesFoundBy(ask: Apis["askOf"]["query"]): Promise<number> {
  let [changed, found] = [0, 0];
  for (const steps of fc.sample(anyCalls(CALLS), { seed: SEED, numRuns: RUNS })) {
    for (const shop of await run(steps)) {
      if (changed === CHANGED) return found;
      if ((await changeStock(shop, 1)).length === 0) continue;
      changed += 1;
      found += await checkShop(apis, { ...shop, read: (url) => shop.read(url, ask) }).then(
        () => 0,
        () => 1,
      );
      await changeStock(shop, -1);
    }
  }
  return found;
}

row(
  31,
  "every invariant holds after any sequence of calls",
  async ({ figure, control }) => {
    process.stdout.write(
      `property test: ${RUNS} runs of ${CALLS} calls, seed ${SEED} (PROPERTY_SEED)\n`,
    );
    // A shorter sequence would run in new shops; the seed repeats the same one.
    const options = { seed: SEED, numRuns: RUNS, endOnFailure: true };
    const startedAt = performance.now();
    const property = fc.asyncProperty(anyCalls(CALLS), async (steps) => void (await run(steps)));
    const details = await fc.check(property, options);
    figure(`of ${RUNS} sequences differ from the model`, details.failed ? 1 : 0, { exactly: 0 });
    if (details.failed) throw new Error(await fc.asyncDefaultReportMessage(details));
    await checkParents(apis);
    const [counted] = await apis.query<{ events: number; sales: number; voids: number }>(
      `select count(*)::int as events, count(*) filter (where type = 'SaleRecorded')::int as sales,
              count(*) filter (where type = 'SaleVoided')::int as voids from es.events`,
    );
    process.stdout.write(
      `property test: ${counted?.events} events, ${counted?.sales} sales, ${counted?.voids} voids in ${Math.round((performance.now() - startedAt) / 1000)} s, 0 divergences\n`,
    );
    expect(counted?.sales).toBeGreaterThan(RUNS);
    expect(counted?.voids).toBeGreaterThan(0);
    control("shops that differ after a planted change", await foundChanges(), {
      exactly: CHANGED,
    });
  },
  LONGEST_MS,
);

test("the platform's totals are the sums of all shops", async () => {
  const [sums] = await apis.query<{ tenants: number; minor: number }>(
    `select (select count(*)::int from es.tenant_heads) - 1 as tenants,
            (select coalesce(sum(case type when 'SaleRecorded' then 1 else -1 end
                                 * (data ->> 'totalMinor')::bigint), 0)::float8
               from es.events where type in ('SaleRecorded', 'SaleVoided')) as minor`,
  );
  const told = { totalTenants: sums?.tenants, totalRevenue: (sums?.minor ?? 0) / 100 };
  const ask = async () =>
    (await apis.askOf.query("GET", "/api/super-admin.php", { as: "super_admin" })).body;
  // Sums over tenants may be a second old.
  await expect.poll(ask, { timeout: 5000, interval: 100 }).toMatchObject({ data: told });
  process.stdout.write(`${told.totalTenants} shops, ${told.totalRevenue} in all
`);
});

const isCaughtUp = async (): Promise<boolean> => {
  const rows = await apis.query(
    `select from es.tenant_heads h
      where h.seq > 0 and (not exists (select from rm.checkpoints c where c.tenant_id = h.tenant_id)
         or exists (select from rm.checkpoints c where c.tenant_id = h.tenant_id and c.seq < h.seq))`,
  );
  return rows.length === 0;
};

test(
  "read models rebuilt from the log are equal, row by row",
  async () => {
    const patience = { timeout: 60_000, interval: 100 };
    await expect.poll(isCaughtUp, patience).toBe(true);
    const before = await readModels(apis.admin);
    await emptyReadModels(apis.admin);
    await expect.poll(isCaughtUp, patience).toBe(true);
    const after = await readModels(apis.admin);
    const rows = Object.values(before).flat().length;
    process.stdout.write(
      `${rows} rows of ${Object.keys(before).length} rebuilt read models
`,
    );
    expect(after).toEqual(before);
  },
  LONGEST_MS,
);
