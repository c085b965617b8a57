import { randomBytes } from "node:crypto";

import pg from "pg";

import { migrate } from "#kernel/platform/migrate.ts";
import { createPool } from "#kernel/platform/postgres.ts";
import { LOGIN_ROLES } from "#kernel/platform/roles.ts";
import { consume } from "#projector/consume.ts";
import { PLANNER } from "#projector/planner.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { fromLog, fromMessages } from "#projector/sources.ts";

import { createShopLog, tenantOf } from "./shop-log.ts";
const A = "postgres://postgres:x@127.0.0.1:54999/";
const passwords = Object.fromEntries(LOGIN_ROLES.map((r) => [r, "pw_" + r])) as any;
const url = "postgres://127.0.0.1:54999/pj_perf";
if (process.argv[2] === "new") {
  const a = new pg.Client({ connectionString: A + "postgres" });
  await a.connect();
  await a.query("drop database if exists pj_perf with (force)");
  await a.query("create database pj_perf");
  await a.end();
  await migrate({ adminUrl: A + "pj_perf", passwords });
  const w = createPool({
    url,
    role: "postgres",
    password: "x",
    settings: { role: "cmd_writer" },
    max: 2,
  });
  await Promise.all(
    [0, 1].map(async (k) => {
      for (const t of [1, 2, 3, 4].filter((x) => x % 2 === k)) {
        const log = createShopLog(w, tenantOf(t));
        log.register();
        for (let i = 0; i < 100; i++) log.addProduct(i, 1_000_000);
        for (let i = 0; i < 10000; i++) {
          log.sell(
            i,
            [
              { product: i % 100, quantity: 1 },
              { product: (i * 7 + 1) % 100, quantity: 2 },
              { product: (i * 3 + 2) % 100, quantity: 1 },
            ],
            { day: `2026-03-${String(1 + (((i / 400) | 0) % 28)).padStart(2, "0")}` },
          );
        }
        await log.flush();
      }
    }),
  );
  await w.end();
}
const a = new pg.Client({ connectionString: A + "pj_perf" });
await a.connect();
await a.query(
  "truncate rm.checkpoints, rm.rm_shops, rm.rm_products, rm.rm_customers, rm.rm_sales, rm.rm_daily_totals, rm.rm_product_days, rm.rm_product_totals",
);
const pool = createPool({
  url,
  role: "postgres",
  password: "x",
  applicationName: "pjperf",
  max: 4,
  settings: { ...PLANNER, role: "projector" },
});
const dataKey = randomBytes(32);
const size = Number(process.argv[3] ?? 500);
import { readFileSync } from "node:fs";
const cpu = async () => {
  const r = await a.query("select pid from pg_stat_activity where application_name='pjperf'");
  return (
    r.rows.reduce((sum, { pid }) => {
      const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
      return sum + +f[11]! + +f[12]!;
    }, 0) * 10000
  );
};
const c0 = process.cpuUsage();
const t0 = performance.now();
let n = 0;
const run = async (ts: number[]) => {
  for (const t of ts) {
    for (;;) {
      const before = n;
      let c = 0;
      await consume(
        { pool, dataKey },
        { tenantIds: [tenantOf(t)], projections: PROJECTIONS },
        async (cl, k) => {
          const e = await fromLog(size)(cl, k);
          c = e.length;
          return e;
        },
      );
      n += c;
      if (c === 0 || (size < 50 && n > 3000)) break;
    }
  }
};
const lanes = Number(process.argv[4] ?? 1);
await Promise.all(
  Array.from({ length: lanes }, (_, k) => run([1, 2, 3, 4].filter((t) => t % lanes === k))),
);
const s = (performance.now() - t0) / 1000;
const c = process.cpuUsage(c0);
console.log(
  n,
  "events",
  (n / s) | 0,
  "/s",
  "node us/ev",
  ((c.user + c.system) / n).toFixed(1),
  "pg us/ev",
  ((await cpu()) / n).toFixed(1),
);
if (process.argv[5])
  console.log(
    (await a.query("select projection, sum(seq)::int from rm.checkpoints group by 1")).rows,
  );
await a.end();
await pool.end();
