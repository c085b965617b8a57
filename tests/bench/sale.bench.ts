import * as z from "zod/mini";

import { readMetrics } from "#tests/kit/product/metrics.ts";
import { startProductProcess } from "#tests/kit/product/product-processes.ts";
import { type ServiceProcess, startServiceProcess } from "#tests/kit/product/service-process.ts";
import { openTill, request } from "#tests/kit/product/till.ts";
import { ownPort } from "#tests/kit/services/own-port.ts";

import { type BenchDatabase, onBenchDatabase } from "./kit/bench-database.ts";
import { type LoadMeasures, measuredLoad } from "./kit/measured-load.ts";
import { printReport } from "./kit/report.ts";
import { runBench } from "./kit/run-bench.ts";
import { createSaleCallers, type SaleCallers, type ShopToBuyFrom } from "./kit/sale-callers.ts";
import { createCrudShops } from "./servers/crud-schema.ts";

// Sales over HTTP with token and validation, 32 callers: ours, a plain CRUD transaction with the
// same result, and TypeORM's. Each is its own process on the same Postgres.

const CALLERS = 32;
const ROUND_MS = 2000;
const SHOPS = 20;
const PRODUCTS = 20;

const Signed = z.object({ token: z.string() });

const processes: ServiceProcess[] = [];
await onBenchDatabase(async (db) => {
  try {
    await bench(db);
  } finally {
    await Promise.all(processes.map((process) => process.stop()));
  }
});

async function bench(db: BenchDatabase): Promise<void> {
  const rivals = await createCrudShops(db.admin(2), { shops: SHOPS, products: PRODUCTS });
  const ours = await startProductProcess("command-api", {
    adminUrl: db.adminUrl,
    passwords: db.passwords,
  });
  processes.push(ours);
  const crud = await startRival(db, "crud");
  const typeorm = await startRival(db, "typeorm");
  await Promise.all(processes.map((process) => process.ready()));

  const ourShops = await openOurShops(ours.url);
  const shopsOf = (base: string): Promise<ShopToBuyFrom[]> =>
    Promise.all(
      rivals.map(async ({ tenantId, products }) => ({
        products,
        token: await rivalToken(base, tenantId),
      })),
    );
  const servers: readonly (readonly [string, ServiceProcess, ShopToBuyFrom[]])[] = [
    ["ours", ours, ourShops],
    ["crud", crud, await shopsOf(crud.url)],
    ["typeorm", typeorm, await shopsOf(typeorm.url)],
  ];
  const opened: SaleCallers[] = [];
  const variants = servers.flatMap(([name, server, shops]) => {
    const many = createSaleCallers(server.url, shops);
    const hot = createSaleCallers(
      server.url,
      shops.slice(0, 1).map((shop) => ({ ...shop, products: shop.products.slice(0, 1) })),
    );
    opened.push(many, hot);
    const load = (callers: SaleCallers, lines: number) => () =>
      measuredLoad({
        callers: CALLERS,
        durationMs: ROUND_MS,
        call: (caller) => callers.sell(caller, lines),
        postmaster: db.postmaster,
        server: server.pid(),
      });
    return [
      { name, run: load(many, 3) },
      { name: `${name}, one hot product`, run: load(hot, 1) },
    ];
  });
  const result = await runBench<keyof LoadMeasures>({ name: "sale", variants });
  for (const callers of opened) callers.close();
  const plain = await plainShare(ours);

  const rate = (rival: string, hot = "") => result.ratio("perSecond", `ours${hot}`, rival + hot);
  const p99 = (rival: string, hot = "") => result.ratio("p99Ms", `ours${hot}`, rival + hot);
  const cpu = (rival: string) => result.ratio("cpuUsPerCall", rival, "ours");
  const HOT = ", one hot product";
  const THIRD = 1 / 3;
  printReport([
    { name: "share of sales by the plain path", value: plain, target: { atLeast: 0.95 } },
    { name: "CPU a sale, plain CRUD / ours", value: cpu("crud"), target: { atLeast: 6 } },
    { name: "CPU a sale, TypeORM / ours", value: cpu("typeorm"), target: { atLeast: 16 } },
    { name: "sales/s, ours / plain CRUD", value: rate("crud"), target: { atLeast: 5 } },
    { name: "sales/s, ours / TypeORM", value: rate("typeorm"), target: { atLeast: 13 } },
    { name: "p99, ours / plain CRUD", value: p99("crud"), target: { atMost: THIRD } },
    {
      name: "sales/s of one hot product, ours / plain CRUD",
      value: rate("crud", HOT),
      target: { atLeast: 9 },
    },
    {
      name: "sales/s of one hot product, ours / TypeORM",
      value: rate("typeorm", HOT),
      target: { atLeast: 10 },
    },
    {
      name: "p99 of one hot product, ours / plain CRUD",
      value: p99("crud", HOT),
      target: { atMost: THIRD },
    },
  ]);
}

/** The share of commands that went by the plain path. */
async function plainShare({ metrics = "" }: ServiceProcess): Promise<number> {
  const text = await readMetrics(metrics);
  const valueOf = (name: string): number =>
    Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return valueOf("tillbook_append_plain_commands_total") / valueOf("tillbook_append_commands_sum");
}

async function startRival(db: BenchDatabase, name: string): Promise<ServiceProcess> {
  const process = startServiceProcess({
    service: `tests/bench/servers/${name}`,
    port: await ownPort(),
    env: { DATABASE_URL: db.adminUrl },
  });
  processes.push(process);
  return process;
}

async function openOurShops(base: string): Promise<ShopToBuyFrom[]> {
  const shops: ShopToBuyFrom[] = [];
  for (let n = 0; n < SHOPS; n++) {
    const till = await openTill(base);
    const products = await Promise.all(
      Array.from({ length: PRODUCTS }, () => till.addProduct("Milo 400g", 1_000_000_000, 45)),
    );
    shops.push({ token: till.token, products });
  }
  return shops;
}

async function rivalToken(base: string, tenantId: string): Promise<string> {
  const answer = await request(base, "POST", "/token", { body: { tid: tenantId } });
  return Signed.parse(answer.body).token;
}
