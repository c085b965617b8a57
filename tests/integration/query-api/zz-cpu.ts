import { generateKeyPairSync } from "node:crypto";
import http from "node:http";

import fastifyJwt from "@fastify/jwt";
import fastify from "fastify";
import pg from "pg";

import { createHttpApp } from "#kernel/platform/http.ts";
import { createLogger } from "#kernel/platform/logger.ts";
import { migrate } from "#kernel/platform/migrate.ts";
import { createPool } from "#kernel/platform/postgres.ts";
import { requireSession } from "#kernel/platform/session.ts";
import { createSessions } from "#kernel/platform/sessions.ts";
import { issueToken, signerSettings } from "#kernel/platform/tokens.ts";
import { createQueryService } from "#query-api/service.ts";
import { TEST_PASSWORDS, connectionAs } from "#tests/kit/test-roles.ts";
const N = Number(process.argv[2] ?? 10000);
const S = "postgres://postgres:x@127.0.0.1:54999/";
const name = "query_perf_" + N;
const root = new pg.Client(S + "postgres");
await root.connect();
const exists = (await root.query("select 1 from pg_database where datname=$1", [name])).rowCount;
if (!exists) {
  await root.query("create database " + name);
}
await migrate({ adminUrl: S + name, passwords: TEST_PASSWORDS });
const admin = new pg.Pool({ connectionString: S + name, max: 2 });
const T = (i: number) => `00000000-0000-7000-8000-${String(i).padStart(12, "0")}`;
const now = Date.now();
async function fill(t: string, sales: number, products: number, customers: number) {
  const q = (sql: string, v: any[] = []) => admin.query(sql, [t, ...v]);
  await q(
    `insert into rm.rm_shops values ($1,'Shop','GHS','Africa/Accra','basic','active',null,0,0)`,
  );
  await q(
    `insert into rm.rm_products select $1, ('10000000-0000-7000-8000-'||lpad(i::text,12,'0'))::uuid, 'Product '||md5(i::text), 'desc', 100+i, 'GHS', (i*37)%200, null, null, 'cat', null, null, null, i%50=0, 1, 1, 1 from generate_series(1,$2::int) i`,
    [products],
  );
  await q(
    `insert into rm.rm_customers select $1, ('20000000-0000-7000-8000-'||lpad(i::text,12,'0'))::uuid, 'Ama', 'Mensah '||i, 'a@b', '+233', null, i%50=0, 1, i, 1 from generate_series(1,$2::int) i`,
    [customers],
  );
  await q(
    `insert into rm.rm_sales select $1, ('30000000-0000-7000-8000-'||lpad(i::text,12,'0'))::uuid, i, 1, 1, $4::bigint - (($2::bigint-i)*(400.0*86400000/$2))::bigint, $4::bigint, (to_timestamp(($4::bigint - (($2::bigint-i)*(400.0*86400000/$2))::bigint)/1000.0) at time zone 'UTC')::date, 'GHS',
   case when i%3=0 then ('20000000-0000-7000-8000-'||lpad((1+i%$5::int)::text,12,'0'))::uuid end, null, $1, 1000+i%977, 0, '{}', 3, 'cash', '[]',
   (select json_agg(json_build_object('productId', ('10000000-0000-7000-8000-'||lpad((1+(i::bigint*j)%$3::int)::text,12,'0')), 'name','Product '||j,'quantity',1,'listPriceMinor',500,'unitPriceMinor',500,'discountMinor',0,'taxMinor',0,'totalMinor',500)) from generate_series(1,3) j), null, null, case when i%100=0 then 1 end, null from generate_series(1,$2::int) i`,
    [sales, products, now, customers],
  );
  await q(
    `insert into rm.rm_daily_totals select tenant_id, business_date, currency, count(*), sum(total_minor), 0 from rm.rm_sales where tenant_id=$1 and voided_ms is null group by 1,2,3`,
  );
  await q(
    `insert into rm.rm_product_days select s.tenant_id, s.business_date, (l->>'productId')::uuid, 'GHS', count(*), sum((l->>'totalMinor')::int) from rm.rm_sales s, json_array_elements(lines) l where tenant_id=$1 and voided_ms is null group by 1,2,3`,
  );
  await q(
    `insert into rm.rm_product_totals select tenant_id, product_id, currency, sum(quantity), sum(revenue_minor) from rm.rm_product_days where tenant_id=$1 group by 1,2,3`,
  );
  for (const p of [
    "shops",
    "products",
    "customers",
    "sales",
    "daily_totals",
    "product_days",
    "product_totals",
  ])
    await q(`insert into rm.checkpoints values ($1, $2, 100)`, [p]);
  await q(`insert into es.tenant_heads (tenant_id, seq, chain) values ($1, 100, '')`);
}
const tenantId: any = T(1000),
  userId: any = T(7),
  sid: any = T(8);
if (!exists) {
  for (let i = 2; i < 22; i++) await fill(T(i), 500, 100, 50);
  await fill(tenantId, N, 1000, 2000);
  await admin.query("insert into auth.users values ($1,'tenant','a@b','-','A','B',0,null,null)", [
    userId,
  ]);
  await admin.query("insert into auth.memberships values ($1,$2,'owner',0,null)", [
    tenantId,
    userId,
  ]);
  await admin.query(
    "insert into auth.sessions values ($1,$2,$3,'tenant',$4,$4,$5,null,null,null,null)",
    [tenantId, sid, userId, now, now + 86400000],
  );
  await admin.query("vacuum analyze");
}
await admin.query("update auth.sessions set last_used_ms=$1, expires_ms=$2", [now, now + 86400000]);
const pair = generateKeyPairSync("ed25519", {
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const signer = fastify();
await signer.register(
  fastifyJwt,
  signerSettings({ privateKeyPem: pair.privateKey, publicKeyPem: pair.publicKey }),
);
const token = issueToken(signer.jwt, { aud: "tenant", userId, tenantId, sid }, now);
const conn = connectionAs("query_ro", S + name);
const logger = createLogger({ service: "q", level: "silent" });
const service = createQueryService({
  databaseUrl: conn.url,
  password: conn.password,
  poolSize: 10,
  publicKeyPem: pair.publicKey,
  requestsPerMinute: 1e9,
  clock: Date.now,
  logger,
});
const pool2 = createPool({ ...conn, max: 10 });
await service.app.register(async (app: any) => {
  await app.register(requireSession, {
    sessions: createSessions({ pool: pool2, publicKeyPem: pair.publicKey, clock: Date.now }),
    aud: "tenant",
  });
  app.get("/trivial", () => ({ success: true }));
  app.get("/one", async () => (await pool2.query({ name: "one", text: "select 1 as a" })).rows[0]);
});

import { readFileSync } from "node:fs";
const urls = ["/trivial", "/one", "/api/dashboard.php?period=30", "/api/dashboard.php", "/api/sales/reports.php?period=30","/api/sales/reports.php?period=365", "/api/sales/reports.php", "/api/products.php", "/api/customers.php", "/api/sales.php"];
const pgCpu = async () => { let t = 0; for (const { pid } of (await admin.query("select pid from pg_stat_activity where datname = current_database() and usename = 'query_ro'")).rows) { try { const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "); t += (Number(f[11]) + Number(f[12])) * 10; } catch {} } return t; };
for (const url of urls) for (const mode of ["200", "304", "br"]) {
  const first = await service.app.inject({ url, headers: { authorization: "Bearer " + token } });
  const tag = String(first.headers.etag ?? "");
  if (!tag && mode !== "200") continue;
  const headers: any = { authorization: "Bearer " + token, ...(mode === "304" && { "if-none-match": tag }), ...(mode === "br" && { "accept-encoding": "br" }) };
  for (let i = 0; i < 10; i++) await service.app.inject({ url, headers });
  const n = url.includes("products") || url.includes("customers") || url.includes("sales.php") ? 60 : 200;
  const a = process.cpuUsage(), p = await pgCpu();
  const lat: number[] = [];
  for (let i = 0; i < n; i++) { const t = performance.now(); await service.app.inject({ url, headers }); lat.push(performance.now() - t); }
  const c = process.cpuUsage(a);
  lat.sort((x, y) => x - y);
  console.log(url.padEnd(36), mode, "node cpu ms", ((c.user + c.system) / 1000 / n).toFixed(2), "pg cpu ms", (((await pgCpu()) - p) / n).toFixed(2), "wall min", lat[0]!.toFixed(2), "p50", lat[n >> 1]!.toFixed(2));
}
await service.close(); await pool2.end(); await signer.close(); await admin.end(); await root.end();
