import { parseArgs } from "node:util";

import { startProductProcess } from "#tests/kit/product/product-processes.ts";
import type { ServiceProcess } from "#tests/kit/product/service-process.ts";

import { type BenchDatabase, onBenchDatabase } from "./kit/bench-database.ts";
import { createOwners } from "./kit/bench-owner.ts";
import { type BusyShop, fillBusyShop } from "./kit/busy-shop.ts";
import { peakMbOf } from "./kit/child-memory.ts";
import { activityWays, eventWays, storyWays, type Ways } from "./kit/event-pages.ts";
import { type KeptConnections, keepConnections } from "./kit/kept-connections.ts";
import { collectLatencies } from "./kit/latencies.ts";
import { postgresCpuMs } from "./kit/process-cpu.ts";
import { projectLog } from "./kit/project-log.ts";
import { type Finding, printReport } from "./kit/report.ts";

// How long does a page of the event browser take, by filter? One auditor asks, in a shop with most
// of a million events and others beside it. Each request has another filter value. `-- --events N`
// sets another size.

const { values } = parseArgs({ options: { events: { type: "string", default: "1000000" } } });
const EVENTS = Number(values.events);
const DAYS = 365;
/** Each shop's share of all events; the first shop is the one that is read. */
const SHARES = [0.9, 0.06, 0.04];
const WARM = 20;
const REQUESTS = 300;
const YEARS = 20;

await onBenchDatabase(bench);

async function bench(db: BenchDatabase): Promise<void> {
  const owners = await createOwners(db.admin(1));
  const shop = await openTwoTenants(db);
  const token = await owners.tokenFor(shop.tenantId, "auditor");
  await db.admin(1).query("vacuum analyze");
  const api = await startProductProcess("query-api", {
    adminUrl: db.adminUrl,
    passwords: db.passwords,
    env: { TOKEN_PUBLIC_KEY: owners.publicKey },
  });
  try {
    await api.ready();
    await browse(shop, api, { token, postmaster: db.postmaster });
  } finally {
    await api.stop();
    await owners.close();
  }
}

type Auditor = Readonly<{ token: string; postmaster: number }>;

async function browse(shop: BusyShop, api: ServiceProcess, auditor: Auditor): Promise<void> {
  const connections = keepConnections(api.url);
  const asking = { ...auditor, connections };
  const pages = { ...eventWays(shop), ...storyWays(shop) };
  const findings: Finding[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const p99Ms = await asked(name, { ...asking, path, requests: REQUESTS });
    findings.push({ name: `${name}, p99`, value: p99Ms, target: { atMost: 50 }, unit: " ms" });
  }
  // A year of a million events is counted again each time. It is read rarely, and reported
  // separately.
  for (const [name, path] of Object.entries(activityWays(shop))) {
    await asked(name, { ...asking, path, requests: YEARS });
  }
  connections.close();
  const held = peakMbOf(api.pid()) ?? Number.NaN;
  printReport([
    ...findings,
    { name: "memory of query-api", value: held, target: { atMost: 300 }, unit: " MB" },
  ]);
}

type AskOptions = Auditor &
  Readonly<{ connections: KeptConnections; path: Ways[string]; requests: number }>;

/** Returns the 99th percentile. */
async function asked(
  name: string,
  { connections, token, postmaster, path, requests }: AskOptions,
): Promise<number> {
  const latencies = collectLatencies();
  let cpuMs = Number.NaN;
  for (let n = -WARM; n < requests; n += 1) {
    if (n === 0) cpuMs = postgresCpuMs(postmaster) ?? Number.NaN;
    const connection = await connections.of(0);
    const headers = { authorization: `Bearer ${token}` };
    const [asking, startedMs] = [path(), performance.now()];
    const answer = await connection.request({ method: "GET", path: asking, headers });
    if (answer.status !== 200) {
      throw new Error(`${asking}: ${answer.status} ${answer.body.toString()}`);
    }
    if (n >= 0) latencies.add(performance.now() - startedMs);
  }
  const { p50Ms, p99Ms } = latencies.summary();
  // Unlike a time, this does not change when another process takes the machine.
  const workMs = ((postgresCpuMs(postmaster) ?? Number.NaN) - cpuMs) / requests;
  const [p50, p99, work] = [p50Ms, p99Ms, workMs].map((ms) => ms.toFixed(2));
  process.stdout.write(`${name}: p50 ${p50} ms, p99 ${p99} ms, CPU of Postgres ${work} ms\n`);
  return p99Ms;
}

async function openTwoTenants(db: BenchDatabase): Promise<BusyShop> {
  const [pool, admin] = [db.pool("cmd_writer", 2), db.admin(SHARES.length)];
  const shops = await Promise.all(
    SHARES.map((share) =>
      fillBusyShop({ pool, admin, events: Math.round(EVENTS * share), days: DAYS }),
    ),
  );
  await projectLog(
    db,
    shops.map(({ tenantId, events }) => ({ tenantId, events })),
  );
  const [largest] = shops;
  if (!largest) throw new Error("no shop was opened");
  return largest;
}
