import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { newSignedHeadKeys } from "#kernel/verify/signed-head-keys.ts";
import { freePort } from "#standalone/product/postgres/free-port.ts";
import {
  block,
  breakAppend,
  deadlock,
  freeze,
  guess,
  harmLogs,
  lockTable,
  loseBackups,
  rush,
  startOnSmallDisk,
  startReaders,
  thaw,
} from "#tests/faults/drills/alert-faults.ts";
import { openTcpProxy, type TcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { alertNames } from "#tests/kit/product/metrics.ts";
import {
  type ProductProcesses,
  startProductProcesses,
} from "#tests/kit/product/product-processes.ts";
import { type Prometheus, startPrometheus } from "#tests/kit/product/prometheus.ts";
import { startSales } from "#tests/kit/product/sales-load.ts";
import type { ServiceProcess } from "#tests/kit/product/service-process.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import type { Kafka } from "#tests/kit/services/service-types.ts";
import { freshDatabase, kafka, redis } from "#tests/kit/services/services.ts";

// Every alert of docs/monitoring/alerts.yml is made to fire once, by a fault of the running product. A
// real Prometheus evaluates the rules as they are; only `for:` is a tenth.

const SHORTENED_BY = 10;
const SCRAPE_SECONDS = 3;
const HEALTHY_MS = 20_000;

describeWith(["postgres", "kafka", "redis", "prometheus"], "the alerts", () => {
  let folder = "";
  let adminUrl = "";
  let product: ProductProcesses;
  let broker: Kafka;
  let database: TcpProxy;
  let prometheus: Prometheus;
  let smallDisk: ReturnType<typeof startOnSmallDisk>;
  let till: Till;
  const ends: (() => Promise<unknown>)[] = [];

  /** When each alert was first seen firing. */
  const firedAt = new Map<string, number>();
  /** Those that have fired for the fault that they are about. */
  const proved = new Set<string>();
  let watching: NodeJS.Timeout;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-alerts-"));
    const fresh = await freshDatabase();
    const store = await redis({ own: true });
    broker = await kafka({ own: true });
    adminUrl = fresh.adminUrl;
    const { hostname: host, port } = new URL(adminUrl);
    database = await openTcpProxy({ host, port: Number(port) });
    const keyFile = join(folder, "checkpoint-key.pem");
    await writeFile(keyFile, newSignedHeadKeys());
    product = await startProductProcesses({
      adminUrl: proxied(adminUrl, database.port),
      brokers: broker.brokers,
      redisUrl: store.url,
      env: { ...LIMITLESS, LOG_LEVEL: "warn", CHECKPOINT_KEY_FILE: keyFile },
    });
    ends.push(fresh.drop, database.close, product.stop);
    const diskPort = await freePort();
    smallDisk = startOnSmallDisk({
      folder: await mkdtemp(join(folder, "disk-")),
      env: {
        PORT: String(await freePort()),
        METRICS_PORT: String(diskPort),
        COMMAND_API_URL: product.commandApis.map(({ url }) => url).join(","),
        QUERY_API_URL: product.queryApis.map(({ url }) => url).join(","),
      },
    });
    ends.push(smallDisk.stop);
    prometheus = await startPrometheus({
      targets: {
        "command-api": addressesOf(product.commandApis),
        "query-api": addressesOf(product.queryApis),
        projector: addressesOf(product.projectors),
        web: [...addressesOf([product.web]), `127.0.0.1:${diskPort}`],
      },
      everySeconds: SCRAPE_SECONDS,
      shortenedBy: SHORTENED_BY,
    });
    ends.push(prometheus.stop);
    till = await openTill(product.url);
    watching = setInterval(() => void watchAlerts(), 500);
  });
  afterAll(async () => {
    clearInterval(watching);
    for (const end of ends.toReversed()) await end();
    await rm(folder, { recursive: true, force: true });
  });

  async function watchAlerts(): Promise<void> {
    for (const name of await prometheus.firing().catch(() => [])) {
      if (!firedAt.has(name)) firedAt.set(name, performance.now());
    }
  }

  /** Waits until none of these fires, so that what fires next is due to the next fault. */
  async function quiet(names: readonly string[], withinMs = 60_000): Promise<number> {
    const areFiring = async () =>
      (await prometheus.firing()).filter((name) => names.includes(name));
    const until = performance.now() + withinMs;
    while ((await areFiring()).length > 0 && performance.now() < until) await delay(500);
    expect(await areFiring()).toEqual([]);
    for (const name of names) firedAt.delete(name);
    return performance.now();
  }

  /** Waits until all of these have fired, and says how many seconds after the fault. */
  async function fires(names: readonly string[], faultAt: number, withinMs: number) {
    const missing = () => names.filter((name) => !firedAt.has(name));
    const until = faultAt + withinMs;
    while (missing().length > 0 && performance.now() < until) await delay(200);
    for (const name of names) {
      const at = firedAt.get(name);
      const after = at === undefined ? "never" : `${((at - faultAt) / 1_000).toFixed(0)} s`;
      process.stdout.write(`${name}\t${after}\n`);
    }
    expect(missing()).toEqual([]);
    names.forEach((name) => proved.add(name));
  }

  test("no alert fires while the product is well and sells", async () => {
    const productId = await till.addProduct("Milo 400g", 1_000_000);
    const load = startSales(till, { productId, callers: 2, pauseMs: 50 });
    await delay(HEALTHY_MS);
    await load.stop();
    expect(await prometheus.failedRules()).toEqual([]);
    expect(await prometheus.evaluations()).toBe(alertNames().length);
    expect([...firedAt.keys()]).toEqual([]);
  });

  test("a database that does not answer", async () => {
    const names = ["NotReady", "ManyErrors"];
    const faultAt = await quiet(names);
    const stopReaders = startReaders(till, 10);
    database.setSilent(true);
    try {
      await fires(names, faultAt, 60_000);
    } finally {
      database.setSilent(false);
      database.cut();
      await stopReaders();
    }
  });

  test("queries that wait for a lock keep all connections", async () => {
    const names = ["PoolExhausted"];
    const faultAt = await quiet(names);
    const unlock = await lockTable(adminUrl, "rm.rm_products");
    const stopReaders = startReaders(till, 60);
    try {
      await fires(names, faultAt, 60_000);
    } finally {
      await unlock();
      await stopReaders();
    }
  });

  test("an append that is lost", async () => {
    const productId = await till.addProduct("Milo 400g", 1_000_000);
    const faultAt = await quiet(["InvariantBroken"]);
    const repair = await breakAppend(adminUrl);
    expect((await till.sell([{ productId, quantity: 1 }])).status).toBe(500);
    await repair();
    expect((await till.sell([{ productId, quantity: 1 }])).status).toBe(200);
    await fires(["InvariantBroken"], faultAt, 30_000);
  });

  test("Kafka away and the projectors frozen for more than a minute", async () => {
    const productId = await till.addProduct("Milo 400g", 1_000_000);
    const names = ["ProcessDown", "KafkaUnreachable", "RelayLate", "ProjectionLate"];
    const faultAt = await quiet(names);
    await broker.stop();
    freeze(product.projectors);
    expect((await till.sell([{ productId, quantity: 1 }])).status).toBe(200);
    try {
      await fires(names, faultAt, 120_000);
    } finally {
      thaw(product.projectors);
      await broker.restart();
    }
  });

  test("faults of one process, of backups, of logs and of passwords", async () => {
    const names = [
      "ProjectionParked",
      "LogBroken",
      "DiskFilling",
      "BackupLate",
      "RestoreTestFailed",
      "Deadlock",
      "EventLoopSlow",
      "Restarting",
      "PasswordQueueFull",
      "SignInFlood",
    ];
    const faultAt = await quiet(names);
    const [blocked, restarting] = product.queryApis;
    if (!blocked || !restarting) throw new Error("two query APIs are expected");
    await harmLogs(adminUrl, product.commandApis);
    await smallDisk.fill();
    await Promise.all([
      loseBackups(adminUrl),
      deadlock(adminUrl),
      block(blocked, 25_000),
      restartThreeTimes(restarting),
      rush(product.url, 400),
      guess(product.url, 200),
    ]);
    await fires(names, faultAt, 90_000);
  });

  test("every alert has fired for its fault", () => {
    expect([...proved].toSorted()).toEqual(alertNames().toSorted());
  });
});

const addressesOf = (processes: readonly ServiceProcess[]): string[] =>
  processes.flatMap(({ metrics }) => metrics ?? []);

function proxied(url: string, port: number): string {
  const changed = new URL(url);
  changed.hostname = "127.0.0.1";
  changed.port = String(port);
  return changed.href;
}

/** With a scrape after each start. */
async function restartThreeTimes(one: ServiceProcess): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    await one.restart();
    await delay(2 * SCRAPE_SECONDS * 1_000);
  }
}
