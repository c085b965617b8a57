import { afterAll, beforeAll, expect, test } from "vitest";

import { openQueryApi, type QueryApi } from "./query-api.ts";
import { ID, OWN } from "./two-tenants.ts";

let api: QueryApi;

beforeAll(async () => {
  api = await openQueryApi();
});
afterAll(() => api.close());

const BOM = "\uFEFF";

test("REP-11: a list is a CSV file named after the tenant's local day", async () => {
  const answer = await api.get("/api/v1/exports/products.csv");
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
    200,
    "text/csv; charset=utf-8",
  ]);
  expect(answer.headers["content-disposition"]).toBe(
    'attachment; filename="products-2026-03-10.csv"',
  );
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.payload.split("\r\n")).toEqual([
    `${BOM}id,name,description,price,stock,sku,barcodes,category,unit,per_unit,cost,reorder_point,created_at,updated_at,track_stock,tax_category`,
    `${ID.beans},Beans own,own description,0.01,8,own-sku,,,bag,12,,,2026-03-10T11:59:55.000Z,2026-03-10T12:00:00.000Z,yes,standard`,
    expect.stringContaining("rice own"),
    expect.stringContaining("salt own"),
    "",
  ]);
});

test("sales are newest first with what was sold, without voided ones", async () => {
  const lines = (await api.get("/api/v1/exports/sales.csv")).payload.split("\r\n");
  expect(lines.map((line) => line.slice(0, 36)).slice(1)).toEqual([
    ID.today,
    ID.yesterday,
    ID.january,
    ID.euros,
    "",
  ]);
  expect(lines[1]).toBe(
    `${ID.today},1-2-42,2026-03-10T10:00:00.000Z,2026-03-10T10:00:01.500Z,Efua,own,3 x own line; 1 x own line,2,4,123.45,0.05,GHS,mobile_money`,
  );
});

test("a reader who may not see contact data exports none", async () => {
  const of = async (who: "owner" | "auditor") =>
    (await api.get("/api/v1/exports/customers.csv", who)).payload;
  expect(await of("owner")).toContain("own@example.com,'+233 own,1 own Street");
  expect(await of("auditor")).toContain("Efua,own,,,,");
});

test("REP-12: no cell of a text is a formula", async () => {
  const starts = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", '=HYPERLINK("http://x","y")'];
  for (const [index, name] of starts.entries()) {
    await api.admin.query(
      `insert into rm.rm_products
       select (json_populate_record(p, json_build_object(
         'product_id', gen_random_uuid(), 'name', $3::text, 'sku', $3::text, 'description', $3::text))).*
         from rm.rm_products p where p.tenant_id = $1 and p.product_id = $2`,
      [OWN, ID.rice, `${name} ${index}`],
    );
  }
  const { payload } = await api.get("/api/v1/exports/products.csv");
  const cells = payload
    .slice(1)
    .split("\r\n")
    .slice(0, -1)
    .flatMap((line) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []);
  const texts = cells.map((cell) => cell.replace(/,$/, "").replace(/^"/, ""));
  const dangerous = texts.filter((text) => /^[=+\-@\t\0]/.test(text));
  process.stdout.write(`${dangerous.length} of ${texts.length} cells begin a formula\n`);
  expect(dangerous).toEqual([]);
  expect(payload).toContain(`'=1+1 0`);
  expect(payload).toContain(`"'=HYPERLINK(""http://x"",""y"") 5"`);
});

test("a long list is read in pages and sent whole, each row once", async () => {
  await api.admin.query(
    `insert into rm.rm_sales
     select (json_populate_record(s, json_build_object('sale_id', gen_random_uuid(), 'occurred_ms', i / 3))).*
       from rm.rm_sales s, generate_series(1, 5000) i
      where s.tenant_id = $1 and s.sale_id = $2`,
    [OWN, ID.today],
  );
  const { payload } = await api.get("/api/v1/exports/sales.csv");
  const ids = payload
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.slice(0, 36));
  expect([ids.length, new Set(ids).size]).toEqual([5004, 5004]);
});

test("an export is in the access log before its answer", async () => {
  await api.get("/api/v1/exports/movements.csv", "accountant");
  const { rows } = await api.admin.query(
    `select action, target, result, tenant_id from audit.access_log
      where target = '/api/v1/exports/movements.csv'`,
  );
  expect(rows).toEqual([
    { action: "export", target: "/api/v1/exports/movements.csv", result: "begun", tenant_id: OWN },
  ]);
});
