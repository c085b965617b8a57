import { createHash, randomBytes, randomUUID } from "node:crypto";

import { extractText } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { reportOf, suppliesOf, TaxSums } from "#kernel/contract/api/reports/report.ts";
import { SaleDetail } from "#kernel/contract/api/sale.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { UNTAXED_NAMES } from "#kernel/contract/untaxed.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";

const Body = z.object({ data: z.unknown() });
const DAY = "2026-03-02";
const SPAN = `from=${DAY}&to=${DAY}`;

let apis: Apis;
let products: Readonly<Record<"soap" | "milk" | "book", string>>;
let sales: readonly SaleDetail[];
const write = async (method: "POST" | "PUT" | "DELETE", url: string, body: object) => {
  const answer = await apis.ask(method, url, { body });
  expect([url, answer.status, answer.text]).toEqual([url, 200, expect.any(String)]);
  return answer;
};
const read = async (url: string): Promise<unknown> =>
  Body.parse((await apis.askOf.query("GET", url)).body).data;
const taxes = async (more = SPAN) =>
  reportOf(TaxSums).parse(await read(`/api/v1/reports/tax?${more}`)).rows;

const add = async (name: string, price: number, tax_category: string) =>
  idOf(await write("POST", "/api/products.php", { name, price, stock: 10_000, tax_category }));

type Sold = Readonly<{ items: readonly (readonly [string, number, number])[]; more?: object }>;
async function sell({ items, more = {} }: Sold): Promise<string> {
  const answer = await write("POST", "/api/sales.php", {
    items: items.map(([product_id, quantity, unit_price]) => ({
      product_id,
      quantity,
      unit_price,
    })),
    occurred_at: `${DAY}T10:00:00Z`,
    client_sale_id: randomUUID(), // equal sales are several
    ...more,
  });
  return idOf(answer);
}

/** Sales of each kind and of all together, inside and on top, with discounts; some are voided. */
async function trade(): Promise<readonly string[]> {
  const { soap, milk, book } = products;
  const baskets = [
    [[soap, 2, 12]],
    [[milk, 3, 0.33]],
    [[book, 1, 5]],
    [
      [soap, 1, 12],
      [milk, 1, 12],
    ],
    [
      [soap, 1, 0.01],
      [milk, 2, 1.99],
      [book, 7, 5],
    ],
    [
      [milk, 1, 4],
      [book, 1, 6],
    ],
    [
      [soap, 1, 0],
      [book, 1, 6],
    ],
  ] as const;
  const ids: string[] = [];
  for (const rate of [20, 12.5, 0]) {
    await write("PUT", "/api/v1/settings/business", { tax_rate: rate });
    for (const items of baskets) {
      for (const more of [{}, { tax: "exclusive" }, { discounts: [{ percent: 12.5 }] }]) {
        ids.push(await sell({ items, more }));
        if (ids.length % 5 === 0) await write("DELETE", `/api/sales.php?id=${ids.at(-1)}`, {});
      }
    }
  }
  return ids;
}

beforeAll(async () => {
  apis = await openApis();
  products = {
    soap: await add("Soap", 12, "standard"),
    milk: await add("Milk", 0.33, "exempt"),
    book: await add("Book", 5, "zero"),
  };
  const ids = await trade();
  sales = await Promise.all(
    ids.map(async (id) => SaleDetail.parse(await read(`/api/v1/sales/${id}`))),
  );
}, 120_000);
afterAll(() => apis.close());

type Sum = { orders: number; net: number; tax: number };

/** What the receipts say, added up in pesewas by another way than the server's. */
function ofReceipts(): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>();
  const addTo = (key: string, net: number, tax: number) => {
    const { orders, net: nets, tax: taxed } = sums.get(key) ?? { orders: 0, net: 0, tax: 0 };
    sums.set(key, { orders: orders + 1, net: nets + net, tax: taxed + tax });
  };
  for (const { tax, items, voided } of sales) {
    if (voided || tax.rate === 0) continue;
    const standard = items.filter((line) => line.tax_category === undefined);
    const net = standard.reduce((sum, line) => sum + minorOf(line.total) - minorOf(line.tax), 0);
    const single = { name: "Tax", rate: tax.rate, amount: tax.amount };
    for (const part of tax.parts.length > 0 ? tax.parts : [single]) {
      if (standard.length > 0) addTo(`${part.name} ${part.rate}`, net, minorOf(part.amount));
    }
    for (const [category, name] of Object.entries(UNTAXED_NAMES)) {
      const own = items.filter((line) => line.tax_category === category);
      const total = own.reduce((sum, line) => sum + minorOf(line.total), 0);
      if (total > 0) addTo(`${name} 0`, total, 0);
    }
  }
  return sums;
}

describe("TAX-17: the report by tax", () => {
  test("has the taxes of what is taxed, and below them what is zero-rated and exempt, as the receipts say", async () => {
    const rows = await taxes();
    const asSums = rows.map(
      ({ name, rate, orders, net, tax }) =>
        [`${name} ${rate}`, { orders, net: minorOf(net), tax: minorOf(tax) }] as const,
    );
    expect(new Map(asSums)).toEqual(ofReceipts());
    expect(rows.map(({ name, category }) => [name, category])).toEqual([
      ["VAT", undefined],
      ["Tax", undefined],
      ["NHIL", undefined],
      ["GETFund", undefined],
      ["Zero-rated", "zero"],
      ["Exempt", "exempt"],
    ]);
    expect(sales.some(({ voided }) => voided)).toBe(true);
    process.stdout.write(`${sales.length} sales\n`);
  });

  test("of a period gives the three values of a return, each sale once", async () => {
    const counted = sales.filter(({ voided, tax }) => !voided && tax.rate > 0);
    const lines = counted.flatMap(({ items }) => items);
    const of = (category: string | undefined): number =>
      lines
        .filter((line) => line.tax_category === category)
        .reduce((sum, line) => sum + minorOf(line.total) - minorOf(line.tax), 0);
    expect(suppliesOf(await taxes())).toEqual([
      { name: "Standard-rated", currency: "GHS", netMinor: of(undefined) },
      { name: "Zero-rated", currency: "GHS", netMinor: of("zero") },
      { name: "Exempt", currency: "GHS", netMinor: of("exempt") },
    ]);
    expect(await taxes("from=2026-03-01&to=2026-03-01")).toEqual([]);
  });

  test("is a file and a table in the PDF", async () => {
    const { text } = await apis.askOf.query("GET", `/api/v1/exports/reports/tax.csv?${SPAN}`);
    const rows = await taxes();
    for (const name of ["Zero-rated", "Exempt"]) {
      const row = rows.find((one) => one.name === name);
      expect(text).toContain(`\r\n${name},0,${row?.orders},${row?.net},0,GHS\r\n`);
    }
    const file = await apis.apps.query.inject({
      url: `/api/v1/exports/reports/summary.pdf?${SPAN}`,
      headers: { authorization: `Bearer ${apis.tokens.get("owner") ?? ""}` },
    });
    const { text: pages } = await extractText(new Uint8Array(file.rawPayload));
    const words = pages.join("\n").replaceAll(/\s+/g, " ");
    for (const { name, netMinor } of suppliesOf(rows)) {
      expect(words).toContain(`${name} GH₵${(netMinor / 100).toFixed(2)}`);
    }
  });

  test("of the past is that of then, and another shop has none of it", async () => {
    const [head] = await apis.query<{ seq: number }>(
      "select seq::int from es.tenant_heads where tenant_id = $1",
      [apis.tenantId],
    );
    const before = await taxes();
    const sale = await sell({ items: [[products.milk, 9, 0.33]] });
    await write("PUT", "/api/v1/settings/business", { tax_rate: 20 });
    expect(await taxes()).toEqual(before); // at 0 % nothing is apart
    await sell({ items: [[products.milk, 8, 0.33]] });
    expect(await taxes()).not.toEqual(before);
    expect(await taxes(`${SPAN}&as_of=${head?.seq}`)).toEqual(before);
    expect(sale).not.toBe("");
    const as = "foreign owner";
    const answer = await apis.askOf.query("GET", `/api/v1/reports/tax?${SPAN}`, { as });
    expect(answer.body).toMatchObject({ data: { rows: [] } });
  });
});

describe("TAX-16: the page of a receipt", () => {
  async function pageOf(items: Sold["items"], more: object = {}): Promise<string> {
    const sale = await sell({ items, more });
    const token = randomBytes(16).toString("base64url");
    const token_sha256 = createHash("sha256").update(token).digest("hex");
    await write("POST", `/api/v1/sales/${sale}/receipt-link`, { token_sha256 });
    const open = () =>
      apis.apps.query.inject({ url: `/r/${token}`, headers: { accept: "text/html" } });
    await expect.poll(async () => (await open()).statusCode).toBe(200);
    return (await open()).body.replaceAll("\n", "");
  }
  beforeAll(() => write("PUT", "/api/v1/settings/business", { tax_rate: 20 }));

  test("shows what is zero-rated and exempt below the total", async () => {
    const { soap, milk, book } = products;
    const items = [
      [soap, 1, 12],
      [milk, 2, 6],
      [book, 1, 5],
    ] as const;
    const page = await pageOf(items);
    expect(page).toContain(
      '<div class="total"><dt>Total</dt><dd>GH₵29.00</dd></div><div><dt>incl. VAT 15%</dt><dd>GH₵1.50</dd></div><div><dt>incl. NHIL 2.5%</dt><dd>GH₵0.25</dd></div><div><dt>incl. GETFund 2.5%</dt><dd>GH₵0.25</dd></div><div><dt>Zero-rated</dt><dd>GH₵5.00</dd></div><div><dt>Exempt</dt><dd>GH₵12.00</dd></div><div><dt>Cash</dt>',
    );
    expect(await pageOf(items, { tax: "exclusive" })).toContain(
      '<div><dt>GETFund 2.5%</dt><dd>GH₵0.30</dd></div><div class="total"><dt>Total</dt><dd>GH₵31.40</dd></div><div><dt>Zero-rated</dt><dd>GH₵5.00</dd></div><div><dt>Exempt</dt><dd>GH₵12.00</dd></div>',
    );
  });

  test("names no tax where nothing is taxed, and nothing new where all is", async () => {
    const exempt = await pageOf([[products.milk, 2, 6]]);
    expect(exempt).toContain("<dt>Exempt</dt><dd>GH₵12.00</dd>");
    expect(exempt).not.toContain("VAT");
    const standard = await pageOf([[products.soap, 1, 12]]);
    expect(standard).toContain("incl. VAT 15%");
    expect(standard).not.toMatch(/Exempt|Zero-rated/);
  });
});
