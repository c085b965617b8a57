import { parseArgs } from "node:util";

import type { TenantId } from "#kernel/contract/ids.ts";
import { startProductProcess } from "#tests/kit/product/product-processes.ts";

import { type BenchDatabase, onBenchDatabase } from "./kit/bench-database.ts";
import { createOwners } from "./kit/bench-owner.ts";
import { fillLog } from "./kit/fill-log.ts";
import { keepConnections } from "./kit/kept-connections.ts";
import { type LoadMeasures, measuredLoad } from "./kit/measured-load.ts";
import { projectLog } from "./kit/project-log.ts";
import { type Finding, printReport } from "./kit/report.ts";
import { type BenchResult, runBench } from "./kit/run-bench.ts";

// Does the dashboard get slower as a shop's history grows? Shops of several sizes in one database,
// each read by 32 callers, compared with a GET that reads one row. `-- --sales N,N,N` sets other
// sizes than 10 k, 100 k and 1 M.

const { values } = parseArgs({ options: { sales: { type: "string" } } });
const SIZES = (values.sales ?? "10000,100000,1000000").split(",").map(Number);
const CALLERS = 32;
const ROUND_MS = 2000;
const DAYS = 365;
const DAY_MS = 86_400_000;
const PRODUCTS = 40;

const GROWTH = { atMost: 1.5 };
const TRIVIAL = "one row of a list";
/** Changes since a moment are never kept in memory, so the row is read. */
const ONE_ROW = "/api/products.php?limit=1&since=2020-01-01T00:00:00Z";
/** `uncached`: each request asks for other days, so that no answer can be reused. */
const PAGES = [
  ["dashboard", () => "/api/dashboard.php?period=30"],
  ["reports", () => "/api/sales/reports.php?period=30"],
  ["dashboard uncached", () => `/api/dashboard.php?${someDays()}`],
  ["reports uncached", () => `/api/sales/reports.php?${someDays()}`],
] as const;

const nameOf = (page: string, sales: number): string => `${page} at ${sales} sales`;

await onBenchDatabase(bench);

async function bench(db: BenchDatabase): Promise<void> {
  const owners = await createOwners(db.admin(1));
  const tokens = new Map<number, string>();
  for (const sales of SIZES) tokens.set(sales, await owners.tokenFor(await openShop(db, sales)));
  await db.admin(1).query("analyze");
  const api = await startProductProcess("query-api", {
    adminUrl: db.adminUrl,
    passwords: db.passwords,
    env: { TOKEN_PUBLIC_KEY: owners.publicKey },
  });
  try {
    await api.ready();
    const connections = keepConnections(api.url);
    const reading = (sales: number, pathOf: () => string) => () =>
      measuredLoad({
        callers: CALLERS,
        durationMs: ROUND_MS,
        postmaster: db.postmaster,
        call: async (caller) => {
          const connection = await connections.of(caller);
          const headers = { authorization: `Bearer ${tokens.get(sales) ?? ""}` };
          const answer = await connection.request({ method: "GET", path: pathOf(), headers });
          if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString()}`);
        },
      });
    const [smallest = 0] = SIZES;
    const result = await runBench<keyof LoadMeasures>({
      name: "dashboard",
      variants: [
        { name: TRIVIAL, run: reading(smallest, () => ONE_ROW) },
        ...SIZES.flatMap((sales) =>
          PAGES.map(([page, pathOf]) => ({
            name: nameOf(page, sales),
            run: reading(sales, pathOf),
          })),
        ),
      ],
    });
    connections.close();
    printReport(PAGES.flatMap(([page]) => findingsOf(result, page)));
  } finally {
    await api.stop();
    await owners.close();
  }
}

function findingsOf(result: BenchResult<keyof LoadMeasures>, page: string): Finding[] {
  const [smallest = 0] = SIZES;
  return SIZES.flatMap((sales) => {
    const name = nameOf(page, sales);
    const toSmallest = result.ratio("p50Ms", name, nameOf(page, smallest));
    const toTrivial = result.ratio("p99Ms", name, TRIVIAL);
    const work = result.ratio("postgresUsPerCall", name, nameOf(page, smallest));
    const [p50, p99] = [result.median(name, "p50Ms"), result.median(name, "p99Ms")];
    process.stdout.write(`${name}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms\n`);
    return [
      ...(sales === smallest
        ? []
        : [
            { name: `${name}, p50 / at ${smallest}`, value: toSmallest, target: GROWTH },
            // Unlike a time, this does not change when another process takes the machine.
            { name: `${name}, CPU of Postgres / at ${smallest}`, value: work, target: GROWTH },
          ]),
      { name: `${name}, p99 / of ${TRIVIAL}`, value: toTrivial, target: { atMost: 3 } },
    ];
  });
}

/** A shop with so many sales, spread over the last year, and its read models. */
async function openShop(db: BenchDatabase, sales: number): Promise<TenantId> {
  const { tenants } = await fillLog(db.pool("cmd_writer", 4), {
    events: sales + PRODUCTS,
    tenants: 1,
    products: PRODUCTS,
    dayOf: (n) => dayBefore(n % DAYS),
  });
  const [tenantId] = tenants;
  if (!tenantId) throw new Error("no shop was opened");
  await projectLog(db, [{ tenantId, events: sales }]);
  return tenantId;
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, "2026-11-21".length);
}

function someDays(): string {
  const from = Math.floor(Math.random() * DAYS);
  const to = Math.floor(Math.random() * (from + 1));
  return `from=${dayBefore(from)}&to=${dayBefore(to)}`;
}
