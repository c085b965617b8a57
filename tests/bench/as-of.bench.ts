import { parseArgs } from "node:util";

import type { TenantId } from "#kernel/contract/ids.ts";
import { createCopier } from "#projector/past/copy-sums.ts";
import { startProductProcess } from "#tests/kit/product/product-processes.ts";

import { type BenchDatabase, onBenchDatabase } from "./kit/bench-database.ts";
import { createOwners } from "./kit/bench-owner.ts";
import { peakMbOf } from "./kit/child-memory.ts";
import { fillLog } from "./kit/fill-log.ts";
import { keepConnections } from "./kit/kept-connections.ts";
import { type LoadMeasures, measuredLoad } from "./kit/measured-load.ts";
import { projectLog, projectorPool } from "./kit/project-log.ts";
import { printReport } from "./kit/report.ts";
import { runBench } from "./kit/run-bench.ts";

// How long does the past take? One shop with a year's sales. Its screens are read as of random
// moments, and the events of its figures. `-- --events N` sets another size than a million.

const { values } = parseArgs({ options: { events: { type: "string" } } });
const EVENTS = Number(values.events ?? 1_000_000);
const CALLERS = 4;
const ROUND_MS = 3000;
const DAYS = 365;
const DAY_MS = 86_400_000;
const PRODUCTS = 1000;
const PAID = "figure=payments.total";

await onBenchDatabase(bench);

async function bench(db: BenchDatabase): Promise<void> {
  const owners = await createOwners(db.admin(1));
  const { tenantId, products } = await openShop(db);
  const token = await owners.tokenFor(tenantId);
  await db.admin(1).query("analyze");
  const api = await startProductProcess("query-api", {
    adminUrl: db.adminUrl,
    passwords: db.passwords,
    env: { TOKEN_PUBLIC_KEY: owners.publicKey },
  });
  const anyOf = (ids: readonly string[]): string => ids[below(ids.length)] ?? "";
  const lineage = (figure: string): string =>
    `/api/v1/audit/lineage?as_of=${anyMoment()}&${figure}`;
  const pages = [
    ["dashboard as of", () => `/api/dashboard.php?period=30&as_of=${anyMoment()}`],
    ["reports as of", () => `/api/sales/reports.php?period=30&as_of=${anyMoment()}`],
    ["a year's reports as of", () => `/api/sales/reports.php?period=365&as_of=${anyMoment()}`],
    ["products as of", () => `/api/products.php?limit=50&as_of=${anyMoment()}`],
    ["sales as of", () => `/api/sales.php?limit=50&as_of=${anyMoment()}`],
    ["events of all takings", () => lineage(`figure=sales.total&cursor=${anyCursor()}`)],
    ["events of a day", () => lineage(`figure=sales.total&from=${anyDay()}&to=9999-12-31`)],
    ["events of a way of paying", () => lineage(`${PAID}&method=cash&cursor=${anyCursor()}`)],
    ["events of one never used", () => lineage(`${PAID}&method=card`)],
    ["events of a product", () => lineage(`figure=product.revenue&about=${anyOf(products)}`)],
  ] as const;
  try {
    await api.ready();
    const connections = keepConnections(api.url);
    const result = await runBench<keyof LoadMeasures>({
      name: "as-of",
      variants: pages.map(([name, pathOf]) => ({
        name,
        run: () =>
          measuredLoad({
            callers: CALLERS,
            durationMs: ROUND_MS,
            postmaster: db.postmaster,
            call: async (caller) => {
              const connection = await connections.of(caller);
              const headers = { authorization: `Bearer ${token}` };
              const answer = await connection.request({ method: "GET", path: pathOf(), headers });
              if (answer.status !== 200) {
                throw new Error(`${answer.status} ${answer.body.toString()}`);
              }
            },
          }),
      })),
    });
    connections.close();
    const held = peakMbOf(api.pid()) ?? Number.NaN;
    printReport([
      ...pages.map(([name]) => ({
        name: `${name}, ${EVENTS} events, p99`,
        value: result.median(name, "p99Ms"),
        target: { atMost: 1000 },
        unit: " ms",
      })),
      { name: "memory of query-api", value: held, target: { atMost: 300 }, unit: " MB" },
    ]);
  } finally {
    await api.stop();
    await owners.close();
  }
}

function below(n: number): number {
  return Math.floor(Math.random() * n);
}

function anyMoment(): number {
  return 1 + PRODUCTS + below(EVENTS - PRODUCTS - 1);
}

function anyDay(): string {
  return dayBefore(below(DAYS));
}

function anyCursor(): string {
  const place = { day: anyDay(), seq: below(EVENTS), running: 0 };
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, "2026-11-21".length);
}

/** Day after day, as a shop sells. */
async function openShop(
  db: BenchDatabase,
): Promise<Readonly<{ tenantId: TenantId; products: readonly string[] }>> {
  const { tenants, products } = await fillLog(db.pool("cmd_writer", 4), {
    events: EVENTS,
    tenants: 1,
    products: PRODUCTS,
    dayOf: (n) => dayBefore(DAYS - 1 - Math.floor((n / (EVENTS + 1)) * DAYS)),
  });
  const [tenantId] = tenants;
  if (!tenantId) throw new Error("no shop was opened");
  await projectLog(db, [{ tenantId, events: EVENTS }]);
  const pool = projectorPool(db);
  const startedMs = performance.now();
  await createCopier({ pool })();
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  process.stdout.write(`copies of ${EVENTS} events made in ${seconds} s\n`);
  await pool.end();
  return { tenantId, products };
}
