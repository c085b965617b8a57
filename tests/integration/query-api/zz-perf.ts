import http from "node:http";
import { generateKeyPairSync } from "node:crypto";
import pg from "pg";
import fastify from "fastify";
import fastifyJwt from "@fastify/jwt";
import { migrate } from "#kernel/platform/migrate.ts";
import { TEST_PASSWORDS, connectionAs } from "#tests/kit/test-roles.ts";
import { createLogger } from "#kernel/platform/logger.ts";
import { issueToken, signerSettings } from "#kernel/platform/tokens.ts";
import { createQueryService } from "#query-api/service.ts";
import { requireSession } from "#kernel/platform/session.ts";
import { createSessions } from "#kernel/platform/sessions.ts";
import { createHttpApp } from "#kernel/platform/http.ts";
import { createPool } from "#kernel/platform/postgres.ts";
const N = Number(process.argv[2] ?? 10000);
const S = "postgres://postgres:x@127.0.0.1:54999/";
const name = "query_perf_" + N;
const root = new pg.Client(S + "postgres"); await root.connect();
const exists = (await root.query("select 1 from pg_database where datname=$1", [name])).rowCount;
if (!exists) { await root.query("create database " + name); }
await migrate({ adminUrl: S + name, passwords: TEST_PASSWORDS });
const admin = new pg.Pool({ connectionString: S + name, max: 2 });
const T = (i: number) => `00000000-0000-7000-8000-${String(i).padStart(12, "0")}`;
const now = Date.now();
async function fill(t: string, sales: number, products: number, customers: number) {
  const q = (sql: string, v: any[] = []) => admin.query(sql, [t, ...v]);
  await q(`insert into rm.rm_shops values ($1,'Shop','GHS','Africa/Accra','basic','active',null,0,0)`);
  await q(`insert into rm.rm_products select $1, ('10000000-0000-7000-8000-'||lpad(i::text,12,'0'))::uuid, 'Product '||md5(i::text), 'desc', 100+i, 'GHS', (i*37)%200, null, null, 'cat', null, null, null, i%50=0, 1, 1, 1 from generate_series(1,$2::int) i`, [products]);
  await q(`insert into rm.rm_customers select $1, ('20000000-0000-7000-8000-'||lpad(i::text,12,'0'))::uuid, 'Ama', 'Mensah '||i, 'a@b', '+233', null, i%50=0, 1, i, 1 from generate_series(1,$2::int) i`, [customers]);
  await q(`insert into rm.rm_sales select $1, ('30000000-0000-7000-8000-'||lpad(i::text,12,'0'))::uuid, i, 1, 1, $4::bigint - (($2::bigint-i)*(400.0*86400000/$2))::bigint, $4::bigint, (to_timestamp(($4::bigint - (($2::bigint-i)*(400.0*86400000/$2))::bigint)/1000.0) at time zone 'UTC')::date, 'GHS',
   case when i%3=0 then ('20000000-0000-7000-8000-'||lpad((1+i%$5::int)::text,12,'0'))::uuid end, null, $1, 1000+i%977, 0, '{}', 3, 'cash', '[]',
   (select json_agg(json_build_object('productId', ('10000000-0000-7000-8000-'||lpad((1+(i::bigint*j)%$3::int)::text,12,'0')), 'name','Product '||j,'quantity',1,'listPriceMinor',500,'unitPriceMinor',500,'discountMinor',0,'taxMinor',0,'totalMinor',500)) from generate_series(1,3) j), null, null, case when i%100=0 then 1 end, null from generate_series(1,$2::int) i`, [sales, products, now, customers]);
  await q(`insert into rm.rm_daily_totals select tenant_id, business_date, currency, count(*), sum(total_minor), 0 from rm.rm_sales where tenant_id=$1 and voided_ms is null group by 1,2,3`);
  await q(`insert into rm.rm_product_days select s.tenant_id, s.business_date, (l->>'productId')::uuid, 'GHS', count(*), sum((l->>'totalMinor')::int) from rm.rm_sales s, json_array_elements(lines) l where tenant_id=$1 and voided_ms is null group by 1,2,3`);
  await q(`insert into rm.rm_product_totals select tenant_id, product_id, currency, sum(quantity), sum(revenue_minor) from rm.rm_product_days where tenant_id=$1 group by 1,2,3`);
  for (const p of ["shops","products","customers","sales","daily_totals","product_days","product_totals"]) await q(`insert into rm.checkpoints values ($1, $2, 100)`, [p]);
  await q(`insert into es.tenant_heads (tenant_id, seq, chain) values ($1, 100, '')`);
}
const tenantId: any = T(1000), userId: any = T(7), sid: any = T(8);
if (!exists) {
  for (let i = 2; i < 22; i++) await fill(T(i), 500, 100, 50);
  await fill(tenantId, N, 1000, 2000);
  await admin.query("insert into auth.users values ($1,'tenant','a@b','-','A','B',0,null,null)", [userId]);
  await admin.query("insert into auth.memberships values ($1,$2,'owner',0,null)", [tenantId, userId]);
  await admin.query("insert into auth.sessions values ($1,$2,$3,'tenant',$4,$4,$5,null,null,null,null)", [tenantId, sid, userId, now, now + 86400000]);
  await admin.query("vacuum analyze");
}
await admin.query("update auth.sessions set last_used_ms=$1, expires_ms=$2", [now, now + 86400000]);
const pair = generateKeyPairSync("ed25519", { privateKeyEncoding: { type: "pkcs8", format: "pem" }, publicKeyEncoding: { type: "spki", format: "pem" } });
const signer = fastify(); await signer.register(fastifyJwt, signerSettings({ privateKeyPem: pair.privateKey, publicKeyPem: pair.publicKey }));
const token = issueToken(signer.jwt, { aud: "tenant", userId, tenantId, sid }, now);
const conn = connectionAs("query_ro", S + name);
const logger = createLogger({ service: "q", level: "silent" });
const service = createQueryService({ databaseUrl: conn.url, password: conn.password, poolSize: 10, publicKeyPem: pair.publicKey, requestsPerMinute: 1e9, clock: Date.now, logger });
const pool2 = createPool({ ...conn, max: 10 });
await service.app.register(async (app: any) => {
  await app.register(requireSession, { sessions: createSessions({ pool: pool2, publicKeyPem: pair.publicKey, clock: Date.now }), aud: "tenant" });
  app.get("/trivial", () => ({ success: true }));
  app.get("/one", async () => (await pool2.query({ name: "one", text: "select 1 as a" })).rows[0]);
});
await service.app.listen({ port: 0, host: "127.0.0.1" });
const port = (service.app.server.address() as any).port;
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const get = (path: string, headers: any = {}) => new Promise<any>((ok, no) => {
  http.get({ port, host: "127.0.0.1", path, agent, headers: { authorization: "Bearer " + token, ...headers } }, (r) => {
    let n = 0; r.on("data", (c) => (n += c.length)); r.on("end", () => ok({ status: r.statusCode, n, headers: r.headers }));
  }).on("error", no);
});
const pct = (a: number[], p: number) => a.toSorted((x, y) => x - y)[Math.floor(a.length * p)]!.toFixed(2);
const urls = ["/trivial", "/one", "/api/dashboard.php?period=30", "/api/dashboard.php", "/api/sales/reports.php?period=30","/api/sales/reports.php?period=365", "/api/sales/reports.php", "/api/products.php", "/api/customers.php", "/api/sales.php"];
for (const url of urls) {
  for (let i = 0; i < 5; i++) await get(url);
  const lone: number[] = [], held: number[] = [], gz: number[] = [];
  let r: any, z: any, tag = "";
  for (let i = 0; i < 40; i++) { const t = performance.now(); r = await get(url); lone.push(performance.now() - t); tag = r.headers.etag ?? "";
    if (tag) { const t2 = performance.now(); const h = await get(url, { "if-none-match": tag }); if (h.status !== 304) throw new Error(); held.push(performance.now() - t2); 
    const t3 = performance.now(); z = await get(url, { "accept-encoding": "br, gzip" }); gz.push(performance.now() - t3);} }
  const lat: number[] = []; const t0 = performance.now(); let n = 0;
  await Promise.all(Array.from({ length: 32 }, async () => { while (performance.now() - t0 < 3000) { const t = performance.now(); await get(url); lat.push(performance.now() - t); n++; } }));
  console.log(url.padEnd(36), "status", r.status, "bytes", r.n, "br", z?.n, "| lone p50", pct(lone, 0.5), "304", held.length ? pct(held, 0.5) : "-", "br", gz.length ? pct(gz, .5) : "-", "| 32 callers p50", pct(lat, 0.5), "p99", pct(lat, 0.99), "per s", (n / 3).toFixed(0));
}
agent.destroy(); await service.close(); await pool2.end(); await signer.close(); await admin.end(); 
if (process.argv[3] === "drop") await root.query("drop database " + name + " with (force)");
await root.end();
