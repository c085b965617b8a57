import { closedLoop } from "./kit/closed-loop.ts";
import { keepConnections } from "./kit/kept-connections.ts";
import { MANY, pagesOfMany } from "./kit/pages-of-many.ts";
import { printReport } from "./kit/report.ts";
import { runBench } from "./kit/run-bench.ts";
import { createSaleCallers } from "./kit/sale-callers.ts";
import { type BenchProduct, onBenchProduct, openShops } from "./kit/standalone-product.ts";

// The processor time that the whole standalone product spends on a complete list and on the
// dashboard, for clients that hold no copy: Node and Postgres, without the caller. The product keeps
// these answers until the shop's next event. Changes since a moment are never kept: these have the
// whole list, too, and show what it costs right after an event. At last, pages of a very long list.

const PRODUCTS = 100;
const SALES = 1_000;
const LINES = 3;
const CALLERS = 4;
const ROUND_MS = 1_500;

type Measure = "msACall" | "nodeMs" | "postgresMs" | "perSecond" | "kB";

const SINCE = "since=2020-01-01T00:00:00Z";

const SCREENS = [
  { name: `list of ${SALES} sales`, path: "/api/sales.php", mostMs: 4 },
  { name: `${SALES} sales, not kept`, path: `/api/sales.php?${SINCE}`, mostMs: 4 },
  { name: `list of ${PRODUCTS} products`, path: "/api/products.php", mostMs: 0.4 },
  { name: `${PRODUCTS} products, not kept`, path: `/api/products.php?${SINCE}`, mostMs: 0.4 },
  { name: "dashboard", path: "/api/dashboard.php?period=30", mostMs: 0.3 },
] as const;

await onBenchProduct(async (product) => {
  const shops = await openShops(product.url, { shops: 1, products: PRODUCTS });
  const selling = createSaleCallers(product.url, shops);
  for (let sold = 0; sold < SALES; sold += CALLERS) {
    const callers = Array.from({ length: CALLERS }, (_, caller) => selling.sell(caller, LINES));
    await Promise.all(callers);
  }
  selling.close();
  await product.caughtUp();
  const token = shops[0]?.token ?? "";
  const variants = SCREENS.map(({ name, path }) => ({
    name,
    run: () => readingRound(product, path, token),
  }));
  const result = await runBench<Measure>({ name: "lists", variants });
  const pageMs = await pagesOfMany(product, { token });
  printReport([
    ...SCREENS.map(({ name, mostMs }) => ({
      name: `processor time a call, ${name}`,
      value: result.median(name, "msACall"),
      target: { atMost: mostMs },
      unit: " ms",
    })),
    {
      name: `p99 of a page of ${MANY} products`,
      value: pageMs,
      target: { atMost: 500 },
      unit: " ms",
    },
  ]);
});

async function readingRound(
  product: BenchProduct,
  path: string,
  token: string,
): Promise<Record<Measure, number>> {
  const connections = keepConnections(product.url);
  const headers = { authorization: `Bearer ${token}` };
  let bytes = 0;
  const call = async (caller: number): Promise<void> => {
    const connection = await connections.of(caller);
    const { status, body } = await connection.request({ method: "GET", path, headers });
    if (status !== 200) throw new Error(`${status} ${body.toString()}`);
    bytes = body.length;
  };
  const { result, nodeMs, postgresMs } = await product.cpuOf(() =>
    closedLoop({ callers: CALLERS, durationMs: ROUND_MS, call }),
  );
  connections.close();
  return {
    msACall: (nodeMs + postgresMs) / result.calls,
    nodeMs: nodeMs / result.calls,
    postgresMs: postgresMs / result.calls,
    perSecond: result.perSecond,
    kB: bytes / 1_000,
  };
}
