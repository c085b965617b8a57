import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { failure } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";

import { counterOf, thingOf } from "./counter.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
});
afterAll(() => apis.close());

const PRODUCTS = "/api/v1/products/import";
const CUSTOMERS = "/api/v1/customers/import";
const DRY = "?dry_run=true";
const names = async (search: string) =>
  (await counter.list(`/api/products.php?search=${search}`)).map(({ name }) => name);

const FILE = `Name,Price,Stock,SKU,Barcodes,Unit,Per unit,Colour
"Milo, tin",62.50,12,M-1,600100|600101,,,red
Wax print,20,3,,,yard,100,blue
Free bag,0,,,,,,
`;

test("a dry run has no effect, then the file is imported whole", async () => {
  const before = await written(apis);
  const looked = await counter.upload(PRODUCTS + DRY, FILE);
  const result = { rows: 3, added: 3, ignored_columns: ["colour"], errors: [], error_count: 0 };
  expect(looked.body).toEqual({
    success: true,
    message: "Products imported",
    data: { dry_run: true, ...result },
  });
  expect(await written(apis)).toEqual(before);

  expect(thingOf(await counter.upload(PRODUCTS, FILE))).toEqual({ dry_run: false, ...result });
  const list = await counter.list("/api/products.php");
  expect(list).toMatchObject([
    { name: "Free bag", price: 0, stock: 0 },
    { name: "Milo, tin", price: 62.5, stock: 12, sku: "M-1", barcodes: ["600100", "600101"] },
    {
      name: "Wax print",
      price: 20,
      stock: 3,
      stock_exact: 300,
      unit: { name: "yard", per_unit: 100 },
    },
  ]);
  const [event] = await apis.query<{ meta: unknown }>(
    "select meta from es.events where tenant_id = $1 and data ->> 'name' = 'Free bag'",
    [apis.tenantId],
  );
  expect(event?.meta).toMatchObject({ source: "import" });
});

test('LIST-02: a column "barcode" is taken, also beside "barcodes"', async () => {
  const file = "name,price,barcode,barcodes\nSoap,9,600200,\nBrush,5,600201,600202|600203\n";
  expect(thingOf(await counter.upload(PRODUCTS, file))).toMatchObject({
    added: 2,
    ignored_columns: [],
  });
  const codesOf = async (search: string) =>
    (await counter.list(`/api/products.php?search=${search}`)).map(({ barcodes }) => barcodes);
  expect([await codesOf("Soap"), await codesOf("Brush")]).toEqual([
    [["600200"]],
    [["600202", "600203", "600201"]],
  ]);
});

test("every wrong row is reported by line and column, and nothing is imported", async () => {
  const file = [
    "name;price;stock;reorder_point;per_unit",
    "Good;1.00;1;;",
    ";1.00;1;;",
    "Dear;1.005;1;;",
    "",
    "Minus;1;-1;x;",
    "Short;1",
    "Parts;1;1;;12",
  ].join("\r\n");
  const errors = [
    { line: 3, column: "name", error: "Product name is required" },
    { line: 4, column: "price", error: "Enter a price like 12.50" },
    { line: 6, column: "reorder_point", error: expect.any(String) },
    { line: 7, column: "", error: "Has 2 cells under 5 headings" },
    { line: 8, column: "unit", error: "Unit name is required" },
  ];
  const before = await written(apis);
  expect(thingOf(await counter.upload(PRODUCTS + DRY, file))).toMatchObject({
    rows: 6,
    added: 0,
    errors,
  });
  const refused = await counter.upload(PRODUCTS, file);
  expect([refused.status, refused.body]).toEqual([
    400,
    failure("invalid-rows", expect.stringContaining("line 3, name: Product name is required; ")),
  ]);
  expect(
    thingOf(await counter.upload(PRODUCTS + DRY, "name,price,stock\nMinus,1,-1")),
  ).toMatchObject({
    errors: [{ line: 2, column: "stock", error: "Cannot reduce stock below 0" }],
  });
  expect(await written(apis)).toEqual(before);
});

test.each([
  ["", "there are no headings"],
  ["name,stock\nA,1", 'there is no column "price"'],
  ["name,price,Name\nA,1,B", 'two columns are called "name"'],
  ['name,price\n"A,1', "Quote Not Closed"],
  [`name,price\n${"A,1\n".repeat(10_001)}`, "more than 10000 rows"],
])("the file %# is refused as a whole", async (file, why) => {
  const answer = await counter.upload(PRODUCTS, file);
  expect([answer.status, answer.body]).toEqual([
    400,
    failure("invalid-csv", expect.stringContaining(why)),
  ]);
});

test("a file of more than 5 MiB and other content types are refused", async () => {
  const huge = `name,price\n${"x".repeat(5 * 1024 * 1024)},1`;
  expect((await counter.upload(PRODUCTS, huge)).status).toBe(413);
  const json = await counter.post(PRODUCTS, { csv: "name,price\nBy JSON,1" });
  expect([json.status, await names("By%20JSON")]).toEqual([200, ["By JSON"]]);
  expect((await counter.post(PRODUCTS, { csv: "name,price\nA,1", more: 1 })).status).toBe(400);
});

test("10,000 rows are imported once, however often they are sent with one key", async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, index) => `Bulk ${index},${index % 1000}.50,${index}`,
  );
  const file = `name,price,stock\n${rows.join("\n")}`;
  const key = randomUUID();
  const startedMs = performance.now();
  const first = await counter.upload(PRODUCTS, file, { key });
  const ms = Math.round(performance.now() - startedMs);
  const again = await counter.upload(PRODUCTS, file, { key });
  process.stdout.write(`import: 10,000 products in ${ms} ms\n`);
  expect([first.status, again.body]).toEqual([200, first.body]);
  const [count] = await apis.query<{ n: number }>(
    "select count(*)::int as n from es.events where tenant_id = $1 and data ->> 'name' like 'Bulk %'",
    [apis.tenantId],
  );
  expect(count).toEqual({ n: 10_000 });

  // Another file with the same key is another request.
  expect((await counter.upload(PRODUCTS, "name,price\nX,1", { key })).status).toBe(422);
}, 240_000);

describe("customers", () => {
  test("are sealed on import, which needs the right to add them", async () => {
    const file =
      "First name,Last name,Email,Phone\nEfua,Mensah,efua@adom.example,'+233 24\nKofi,,,";
    const looked = await counter.upload(CUSTOMERS + DRY, file);
    expect(thingOf(looked)).toMatchObject({
      errors: [{ line: 3, column: "last_name", error: "Last name is required" }],
    });
    const good = file.replace("Kofi,", "Kofi,Boateng");
    expect((await counter.upload(CUSTOMERS, good, { as: "stock_keeper" })).status).toBe(403);
    expect((await counter.upload(CUSTOMERS, good, { as: "cashier" })).status).toBe(200);
    expect(await counter.list("/api/customers.php?search=efua")).toMatchObject([
      { first_name: "Efua", email: "efua@adom.example", phone: "+233 24" },
    ]);
    const clear = await apis.query(
      "select 1 from es.events where tenant_id = $1 and data::text ~ 'Efua|adom.example'",
      [apis.tenantId],
    );
    expect(clear).toEqual([]);
  });

  test("are imported 10,000 at once; a request that times out is repeated with its key", async () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, index) => `First ${index},Last,c${index}@x.example`,
    );
    const file = `first_name,last_name,email\n${rows.join("\n")}`;
    const key = randomUUID();
    const startedMs = performance.now();
    const statuses: number[] = [];
    while (statuses.at(-1) !== 200 && statuses.length < 4) {
      statuses.push((await counter.upload(CUSTOMERS, file, { key })).status);
    }
    const ms = Math.round(performance.now() - startedMs);
    process.stdout.write(`import: 10,000 customers in ${ms} ms (${statuses.join(", ")})\n`);
    expect(statuses.at(-1)).toBe(200);
    const [count] = await apis.query<{ n: number; ids: number }>(
      `select count(*)::int as n, count(distinct stream_id)::int as ids from es.events
        where tenant_id = $1 and type = 'CustomerAdded' and meta ->> 'source' = 'import'`,
      [apis.tenantId],
    );
    expect(count).toEqual({ n: 10_002, ids: 10_002 });
  }, 240_000);
});
