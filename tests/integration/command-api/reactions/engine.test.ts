import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

import { type ReactionEngine, startReactionEngine } from "#command-api/reactions/engine/engine.ts";
import type { Job } from "#command-api/reactions/engine/job.ts";
import { REACTIONS } from "#command-api/reactions/start-reactions.ts";
import {
  openTwoTenants,
  type TwoTenants,
} from "#tests/integration/command-api/routes/two-tenants.ts";
import { connectionAs } from "#tests/kit/database/test-roles.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

const DAY_MS = 86_400_000;

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const running: ReactionEngine[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.stop()));
});

type Worked = Readonly<{ job: Job; by: number }>;

async function start(by: number, worked: Worked[], clock = Date.now): Promise<void> {
  const engine = await startReactionEngine({
    database: connectionAs("jobs", shops.adminUrl),
    clock,
    log: silent,
    triggers: REACTIONS,
    work: async (job) => {
      await Promise.resolve();
      worked.push({ job, by });
    },
  });
  running.push(engine);
}

const until = (condition: () => Promise<void> | void) =>
  vi.waitFor(condition, { timeout: 20_000, interval: 50 });
const caughtUp = () =>
  until(async () => {
    const rows = await shops.query(
      `select 1 from es.tenant_heads h left join es.reactor_cursors c on c.tenant_id = h.tenant_id
        where h.seq > coalesce(c.seq, 0)`,
    );
    expect(rows).toEqual([]);
  });
const lowStockOf = (worked: readonly Worked[], product: string) =>
  worked.filter(({ job }) => job.kind === "low-stock" && job.productIds?.includes(product));
const runLow = async (): Promise<string> => {
  const product = await shops.addProduct("Milo", 12);
  await shops.ask("POST", "/api/v1/stock-movements", {
    body: { product_id: product, type: "subtract", quantity: 5 },
  });
  return product;
};

test("two processes queue each job once, and both work on the queue", async () => {
  const worked: Worked[] = [];
  await Promise.all([start(1, worked), start(2, worked)]);
  const products = await Promise.all(Array.from({ length: 20 }, runLow));
  await until(() => {
    for (const product of products) expect(lowStockOf(worked, product)).toHaveLength(1);
  });
  await running[0]?.stop();
  const later = await runLow();
  await until(() => expect(lowStockOf(worked, later)).toHaveLength(1));
  const [row] = await shops.query<{ jobs: number; reactions: number }>(
    `select (select count(*)::int from jobs.job where data ->> 'kind' = 'low-stock') as jobs,
            (select count(*)::int from es.reactions where kind = 'low-stock') as reactions`,
  );
  expect(row).toEqual({ jobs: 21, reactions: 21 });
  process.stdout.write(
    `21 products ran low, two processes, one of them stopped: ${row?.jobs} jobs\n`,
  );
});

test("the cursor does not pass an event whose job cannot be queued", async () => {
  const worked: Worked[] = [];
  await shops.query("revoke insert on jobs.job_common from jobs");
  await shops.query("revoke insert on jobs.job from jobs");
  await start(1, worked);
  const product = await runLow();
  await until(async () => {
    const [row] = await shops.query<{ failed: boolean }>(
      `select coalesce((select c.seq from es.reactor_cursors c where c.tenant_id = $1), 0)
            < (select h.seq from es.tenant_heads h where h.tenant_id = $1) as failed`,
      [shops.tenantId],
    );
    expect(row?.failed).toBe(true);
  });
  await shops.query("grant insert on jobs.job, jobs.job_common to jobs");
  await until(() => expect(lowStockOf(worked, product)).toHaveLength(1));
});

test("events older than a day are skipped", async () => {
  const product = await runLow();
  const worked: Worked[] = [];
  await start(1, worked, () => Date.now() + DAY_MS + 60_000);
  await caughtUp();
  expect(lowStockOf(worked, product)).toEqual([]);
  const [row] = await shops.query<{ handed: number }>(
    `select count(*)::int as handed from jobs.job
      where data ->> 'kind' = 'low-stock' and data -> 'productIds' ? $1`,
    [product],
  );
  expect(row).toEqual({ handed: 0 });
});
