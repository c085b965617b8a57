import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { newSignedHeadKeys } from "#kernel/verify/signed-head-keys.ts";
import {
  block,
  breakAppend,
  deadlock,
  freeze,
  guess,
  harmLog,
  lockTable,
  loseBackups,
  refuseProduct,
  rush,
  startOnSmallDisk,
  startReaders,
  thaw,
} from "#tests/faults/drills/alert-faults.ts";
import { openTcpProxy, type TcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { type AlertWatch, watchAlerts } from "#tests/kit/product/alert-watch.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { alertNames, dashboardQueries } from "#tests/kit/product/metrics.ts";
import {
  type ProductProcesses,
  startProductProcesses,
} from "#tests/kit/product/product-processes.ts";
import { type Prometheus, startPrometheus } from "#tests/kit/product/prometheus.ts";
import { startSales } from "#tests/kit/product/sales-load.ts";
import type { ServiceProcess } from "#tests/kit/product/service-process.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { ownPort } from "#tests/kit/services/own-port.ts";
import type { Kafka } from "#tests/kit/services/service-types.ts";
import { freshDatabase, kafka, redis } from "#tests/kit/services/services.ts";

// Every alert of docs/monitoring/alerts.yml is made to fire once, by a fault of the running product,
// and to go out again. A real Prometheus evaluates the rules as they are; only the times that they
// wait and look back are a tenth.

const SHORTENED_BY = 10;
const SCRAPE_SECONDS = 3;
/** What `$__rate_interval` is in Grafana. */
const RATE_SECONDS = 4 * SCRAPE_SECONDS;
const SELLS_MS = 20_000;
/** The longest: a parked read model is tried again each minute, and so is a log that does not hold. */
const OUT_WITHIN_MS = 150_000;

describeWith(["postgres", "kafka", "redis", "prometheus"], "the alerts", () => {
  let adminUrl = "";
  let product: ProductProcesses;
  let broker: Kafka;
  let database: TcpProxy;
  let prometheus: Prometheus;
  let alerts: AlertWatch;
  let smallDisk: Awaited<ReturnType<typeof startOnSmallDisk>>;
  let diskAddress = "";
  let till: Till;
  let productId = "";
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "tillbook-alerts-"));
    ends.push(() => rm(folder, { recursive: true, force: true }));
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
    const metricsPort = await ownPort();
    diskAddress = `127.0.0.1:${metricsPort}`;
    smallDisk = await startOnSmallDisk({
      folder: await mkdtemp(join(folder, "disk-")),
      env: {
        PORT: String(await ownPort()),
        METRICS_PORT: String(metricsPort),
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
        web: [...addressesOf([product.web]), diskAddress],
      },
      everySeconds: SCRAPE_SECONDS,
      shortenedBy: SHORTENED_BY,
    });
    alerts = watchAlerts(prometheus);
    ends.push(prometheus.stop, alerts.stop);
    till = await openTill(product.url);
    productId = await till.addProduct("Milo 400g", 1_000_000);
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  const sellFor = async (ms: number): Promise<void> => {
    const load = startSales(till, { productId, callers: 2, pauseMs: 50 });
    await delay(ms);
    await load.stop();
  };
  const sellOne = async (): Promise<number> =>
    (await till.sell([{ productId, quantity: 1 }])).status;

  test("no alert fires while the product is well and sells", async () => {
    await sellFor(SELLS_MS);
    expect(await prometheus.failedRules()).toEqual([]);
    expect(await prometheus.evaluations()).toBe(alertNames().length);
    expect(alerts.seen()).toEqual([]);
  });

  test("an event that a read model refuses", () =>
    alerts.provedBy({ ProjectionParked: { projection: "products" } }, async () => {
      const mend = await refuseProduct(adminUrl, "Refused 400g");
      await till.addProduct("Refused 400g", 1);
      return mend;
    }));

  test("a log that was changed", () =>
    alerts.provedBy({ LogBroken: {} }, () => harmLog(adminUrl, product.commandApis)));

  test("a full disk", () =>
    alerts.provedBy({ DiskFilling: { job: "web", instance: diskAddress } }, smallDisk.fill));

  test("backups that stopped, the last one broken", () =>
    alerts.provedBy({ BackupLate: {}, RestoreTestFailed: {} }, () => loseBackups(adminUrl)));

  test("a deadlock", () =>
    alerts.provedBy({ Deadlock: {} }, async () => {
      await deadlock(adminUrl);
      return nothingToMend;
    }));

  test("an append that is lost", () =>
    alerts.provedBy({ InvariantBroken: { job: "command-api" } }, async () => {
      const mend = await breakAppend(adminUrl);
      expect(await sellOne()).toBe(500);
      await mend();
      expect(await sellOne()).toBe(200);
      return nothingToMend;
    }));

  test("a database that does not answer", () =>
    alerts.provedBy(
      { NotReady: { job: "query-api" }, ManyErrors: { job: "query-api" } },
      async () => {
        const stopReaders = startReaders([till], 10);
        database.setSilent(true);
        return async () => {
          database.setSilent(false);
          database.cut();
          await stopReaders();
        };
      },
    ));

  test("queries that wait for a lock keep all connections", () =>
    alerts.provedBy({ PoolExhausted: { job: "query-api", pool: "query_ro" } }, async () => {
      // One shop alone gets half of a pool.
      const others = await Promise.all([openTill(product.url), openTill(product.url)]);
      const unlock = await lockTable(adminUrl, "rm.rm_products");
      const stopReaders = startReaders([till, ...others], 30);
      return async () => {
        await unlock();
        await stopReaders();
      };
    }));

  test("Kafka away, and the projectors frozen, for more than a minute", () =>
    alerts.provedBy(
      {
        ProcessDown: { job: "projector" },
        KafkaUnreachable: { job: "command-api" },
        RelayLate: {},
        ProjectionLate: { projection: "sales" },
      },
      async () => {
        await broker.stop();
        freeze(product.projectors);
        expect(await sellOne()).toBe(200);
        return async () => {
          thaw(product.projectors);
          await broker.restart();
        };
      },
    ));

  test("a process that is blocked, and one that starts again and again", async () => {
    const [blocked, restarting] = product.queryApis;
    if (!blocked?.metrics || !restarting?.metrics) throw new Error("two query APIs are expected");
    await alerts.provedBy(
      {
        EventLoopSlow: { instance: blocked.metrics },
        Restarting: { instance: restarting.metrics },
      },
      async () => {
        await Promise.all([block(blocked, 25_000), restartThreeTimes(restarting)]);
        return nothingToMend;
      },
    );
  });

  test("more sign-ins at once than passwords may wait", () =>
    alerts.provedBy({ PasswordQueueFull: { job: "command-api" } }, async () => {
      await rush(product.url, 400);
      return nothingToMend;
    }));

  test("someone guesses a password", () =>
    alerts.provedBy({ SignInFlood: {} }, async () => {
      await guess(product.url, 10_000);
      return nothingToMend;
    }));

  test("every alert has fired for its fault, and gone out after it", async () => {
    expect(alerts.proved()).toEqual(alertNames().toSorted());
    await alerts.out(OUT_WITHIN_MS);
  });

  test("every query of the dashboard has an answer in this product while it sells", async () => {
    await sellFor(SELLS_MS);
    const silent: string[] = [];
    const queries = dashboardQueries({ job: ".*", rateSeconds: RATE_SECONDS });
    for (const query of queries) {
      const values = await prometheus.values(query);
      if (!values.some((value) => Number.isFinite(value))) silent.push(query);
    }
    expect(queries.length).toBeGreaterThan(40);
    expect(silent).toEqual([]);
  });
});

const nothingToMend = async (): Promise<void> => undefined;

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
