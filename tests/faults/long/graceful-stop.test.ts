import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import { useDistributed } from "#tests/kit/product/distributed.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import type { ServiceProcess } from "#tests/kit/product/service-process.ts";
import { startStandalone } from "#tests/kit/product/standalone-process.ts";
import { useStandaloneShop, WITHOUT_DEMO } from "#tests/kit/product/standalone-shop.ts";
import { inFlight, type SteadyRequest, startRequests } from "#tests/kit/product/steady-requests.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row, type RowTest } from "#tests/scorecard/row.ts";

// Each process gets SIGTERM at 100 requests a second.

const PER_SECOND = 100;
const WARM_MS = 2_000;

type Stopping = Readonly<{
  name: string;
  url: string;
  next: () => SteadyRequest;
  stop: () => Promise<number | null>;
  /** True if the log has a sale with this key. */
  isRecorded: (key: string) => Promise<boolean>;
}>;

/**
 * A connection that closes at the very moment a request is sent on it cuts that request off. It
 * counts as sent elsewhere if the service had not begun it.
 */
async function stopUnderLoad(
  { name, url, next, stop, isRecorded }: Stopping,
  { figure }: RowTest,
): Promise<void> {
  const load = startRequests({ url, perSecond: PER_SECOND, next });
  await delay(WARM_MS);
  await inFlight(load);
  const startedAt = performance.now();
  const code = await stop();
  const seconds = (performance.now() - startedAt) / 1000;
  const counts = await load.stop();
  const failed: string[] = [];
  for (const { what, key } of counts.failed) {
    const isBegun = key === undefined || (await isRecorded(key));
    if (what !== "ECONNRESET" || isBegun) failed.push(what);
  }
  const cutOff = counts.failed.length - failed.length;
  if (failed.length > 0) process.stdout.write(`${name}: ${failed.join(" ")}\n`);
  figure(`${name}: requests done`, counts.done, { atLeast: PER_SECOND });
  figure(`${name}: sent elsewhere`, counts.elsewhere + cutOff, { atLeast: 1 });
  figure(`${name}: failed`, failed.length, { exactly: 0 });
  figure(`${name}: seconds until the exit`, seconds, { atMost: 10 });
  figure(`${name}: exit code`, code ?? -1, { exactly: 0 });
}

function requestsOf(till: Till, productId: string) {
  const headers = { authorization: `Bearer ${till.token}` };
  const sale = (): SteadyRequest => ({
    method: "POST",
    path: "/api/sales.php",
    headers: { ...headers, "content-type": "application/json", "idempotency-key": randomUUID() },
    body: JSON.stringify({
      customer_id: null,
      items: [{ product_id: productId, quantity: 1, unit_price: 4.5 }],
      payment_method: "cash",
      notes: "",
    }),
  });
  const read = (): SteadyRequest => ({ path: "/api/products.php", headers });
  let turn = 0;
  return { sale, read, mixed: () => ((turn += 1) % 2 === 0 ? sale() : read()) };
}

describeWith(["postgres", "kafka", "redis"], "a service that is stopped", () => {
  const distributed = useDistributed();

  row(36, "each service answers what it has begun, and sends the rest elsewhere", async (proof) => {
    const { commandApis, queryApis, projectors, web, url } = distributed.product();
    const till = await openTill(url);
    const { sale, read, mixed } = requestsOf(till, await till.addProduct("Milo 400g", 1_000_000));
    const [command, otherCommand] = commandApis;
    const [query] = queryApis;
    const [projector] = projectors;
    if (!command || !otherCommand || !query || !projector) throw new Error("a process is missing");
    const isRecorded = async (key: string): Promise<boolean> => {
      const rows = await distributed.query(
        "select 1 from es.events where tenant_id = $1 and command_id = $2",
        [till.tenantId, key],
      );
      return rows.length > 0;
    };
    const stopOne = async (name: string, one: ServiceProcess, next: () => SteadyRequest) =>
      stopUnderLoad({ name, url: one.url, next, stop: one.stop, isRecorded }, proof);
    const live = (): SteadyRequest => ({ path: "/health/live" });
    await stopOne("command-api", command, sale);
    await stopOne("query-api", query, read);
    await stopOne("projector", projector, live);
    await stopOne("web server", web, mixed);

    const failed = await failedAtKill({ ...otherCommand, next: sale });
    proof.control("requests that fail after SIGKILL", failed, { atLeast: 1 });
  });
});

describeWith(["postgres"], "the standalone product that is stopped", () => {
  const standalone = useStandaloneShop(LIMITLESS);

  row(36, "the standalone product does the same", async (proof) => {
    const { product, dataDir, till, productId } = standalone();
    const { mixed } = requestsOf(till, productId);
    const failed = await failedAtKill({ ...product, next: mixed });
    proof.control("standalone: requests that fail after SIGKILL", failed, { atLeast: 1 });

    // It goes on with the database that has outlived it.
    const again = await startStandalone(dataDir, { ...LIMITLESS, ...WITHOUT_DEMO });
    try {
      const { url, stop } = again;
      // The product's database stops with it, so every request that was cut off counts as begun.
      const isRecorded = async () => true;
      await stopUnderLoad({ name: "standalone", url, next: mixed, stop, isRecorded }, proof);
    } finally {
      await again.stop();
    }
  });
});

type Killed = Readonly<{ url: string; kill: () => Promise<void>; next: () => SteadyRequest }>;

/** How many requests fail at the same load when nothing is waited for. */
async function failedAtKill({ url, kill, next }: Killed): Promise<number> {
  const load = startRequests({ url, perSecond: PER_SECOND, next });
  await delay(WARM_MS);
  await inFlight(load);
  await kill();
  return (await load.stop()).failed.length;
}
