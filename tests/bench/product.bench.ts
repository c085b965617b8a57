import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import { closedLoop } from "./kit/closed-loop.ts";
import { collectLatencies } from "./kit/latencies.ts";
import { type Finding, printReport } from "./kit/report.ts";
import { runBench, type Variant } from "./kit/run-bench.ts";
import { createSaleCallers } from "./kit/sale-callers.ts";
import {
  type BenchProduct,
  type BenchShop,
  onBenchProduct,
  openShops,
} from "./kit/standalone-product.ts";

// The whole product as `npm start` runs it: the processor time that all its processes spend on a
// sale until the read models have it, and the time from a sale's acknowledgement to the end of the
// GET that shows it, with nothing else to do and with 8 callers beside it.

const SHOPS = 20;
const PRODUCTS = 20;
const LINES = 3;
const ROUND_MS = 3_000;
const FRESH_SALES = 30;
const PAUSE_MS = 50;

type SaleMeasure = "usASale" | "nodeUs" | "postgresUs" | "perSecond" | "catchUpMs";
type FreshMeasure = "p50Ms" | "p99Ms";

/** Of each number of callers: the longest processor time of a sale, in microseconds. */
const LOADS: readonly (readonly [callers: number, mostUs: number])[] = [
  [32, 500],
  [8, 800],
];

await onBenchProduct(async (product) => {
  const shops = await openShops(product.url, { shops: SHOPS, products: PRODUCTS });
  const findings = [
    ...(await saleFindings(product, shops)),
    ...(await freshFindings(product, shops)),
  ];
  printReport(findings);
});

async function saleFindings(
  product: BenchProduct,
  shops: readonly BenchShop[],
): Promise<Finding[]> {
  const loads = [shops, shops.slice(0, 1)].flatMap((open) =>
    LOADS.map(([callers, mostUs]) => ({ open, callers, mostUs, name: nameOf(open, callers) })),
  );
  const variants = loads.map(({ open, callers, name }) => ({
    name,
    run: () => sellingRound(product, open, callers),
  }));
  const result = await runBench<SaleMeasure>({ name: "product", variants });
  return loads.map(({ name, mostUs }) => ({
    name: `processor time a sale until visible, ${name}`,
    value: result.median(name, "usASale"),
    target: { atMost: mostUs },
    unit: " us",
  }));
}

function nameOf({ length }: readonly BenchShop[], callers: number): string {
  return `${length === 1 ? "1 tenant" : `${length} tenants`}, ${callers} callers`;
}

async function sellingRound(
  product: BenchProduct,
  shops: readonly BenchShop[],
  callers: number,
): Promise<Record<SaleMeasure, number>> {
  const selling = createSaleCallers(product.url, shops);
  const { result, nodeMs, postgresMs, catchUpMs } = await product.cpuOf(() =>
    closedLoop({ callers, durationMs: ROUND_MS, call: (caller) => selling.sell(caller, LINES) }),
  );
  selling.close();
  const perSale = 1_000 / result.calls;
  return {
    usASale: (nodeMs + postgresMs) * perSale,
    nodeUs: nodeMs * perSale,
    postgresUs: postgresMs * perSale,
    perSecond: result.perSecond,
    catchUpMs,
  };
}

async function freshFindings(
  product: BenchProduct,
  shops: readonly BenchShop[],
): Promise<Finding[]> {
  const [ours, ...others] = shops;
  if (!ours) throw new Error("no shop to look at");
  const BUSY = 8;
  const variants: Variant<FreshMeasure>[] = [
    { name: "idle", run: () => freshRound(ours) },
    {
      name: "busy",
      run: async () => {
        const selling = createSaleCallers(product.url, others);
        const isOver = new AbortController();
        const load = Array.from({ length: BUSY }, async (_, caller) => {
          while (!isOver.signal.aborted) await selling.sell(caller, LINES);
        });
        const fresh = await freshRound(ours);
        isOver.abort();
        await Promise.all(load);
        selling.close();
        await product.caughtUp();
        return fresh;
      },
    },
  ];
  const result = await runBench<FreshMeasure>({ name: "freshness", variants });
  return variants.flatMap(({ name }) =>
    (
      [
        ["p50", "p50Ms"],
        ["p99", "p99Ms"],
      ] as const
    ).map(([shown, measure]) => ({
      name: `acknowledged to visible, ${name}, ${shown}`,
      value: result.median(name, measure),
      target: { atMost: name === "idle" ? 50 : 250 },
      unit: " ms",
    })),
  );
}

/** Sells and looks, again and again: the dashboard must show each sale at once. */
async function freshRound({ till, products }: BenchShop): Promise<Record<FreshMeasure, number>> {
  const Sold = z.object({ data: z.object({ id: z.string() }) });
  const Shown = z.object({
    data: z.object({ recentSales: z.array(z.object({ id: z.string() })) }),
  });
  const [productId = ""] = products;
  const times = collectLatencies();
  for (let n = 0; n < FRESH_SALES; n += 1) {
    const sale = await till.sell([{ productId, quantity: 1, price: 45 }]);
    const acknowledgedAt = performance.now();
    const { id } = Sold.parse(sale.body).data;
    const shown = await till.ask("GET", "/api/dashboard.php?period=30");
    times.add(performance.now() - acknowledgedAt);
    const ids = Shown.parse(shown.body).data.recentSales.map((row) => row.id);
    if (!ids.includes(id)) throw new Error("a GET after the acknowledgement did not show the sale");
    await delay(PAUSE_MS);
  }
  return times.summary();
}
