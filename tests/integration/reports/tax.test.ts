import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { reportOf, TaxSums } from "#kernel/contract/api/reports/report.ts";
import { SaleDetail } from "#kernel/contract/api/sale.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";

let apis: Apis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

async function read<Data>(path: string, data: z.ZodMiniType<Data>, as: Identity = "owner") {
  const answer = await apis.askOf.query("GET", path, { as });
  expect([path, answer.status, answer.headers["x-stale"]]).toEqual([path, 200, undefined]);
  return z.object({ data }).parse(answer.body).data;
}
const taxes = async (more = "", as: Identity = "owner") =>
  (await read(`/api/v1/reports/tax${more}`, reportOf(TaxSums), as)).rows;

/** A rate, and the days on which sales are made with it. */
const TIMES = [
  [19.25, ["2021-04-30", "2021-05-01", "2022-12-31"]],
  [21.9, ["2023-01-01", "2024-06-15", "2025-12-31"]],
  [20, ["2025-12-31", "2026-01-01", "2026-03-08"]],
  [12.5, ["2026-02-01"]],
  [0, ["2026-02-02"]],
] as const;
const PRICES = [0.01, 1.48, 19, 99.99, 1234.56];

const change = (body: object) => apis.ask("PUT", "/api/v1/settings/business", { body });

/** Sales of all times, tax inside and on top; every fourth is voided. Answers the ids of all. */
async function trade(): Promise<readonly string[]> {
  const product = await apis.addProduct("Milo", 100_000);
  const ids: string[] = [];
  for (const [tax_rate, days] of TIMES) {
    await change({ tax_rate });
    for (const day of days) {
      for (const price of PRICES) {
        const tax = ids.length % 2 === 0 ? "inclusive" : "exclusive";
        const sold = await apis.sell([[product, 1 + (ids.length % 3), price]], {
          occurred_at: `${day}T${ids.length % 2 === 0 ? "00:00:00" : "23:59:59"}Z`,
          tax,
        });
        ids.push(idOf(sold));
        if (ids.length % 4 !== 0) continue;
        await apis.ask("DELETE", `/api/sales.php?id=${ids.at(-1)}`);
      }
    }
  }
  return ids;
}

type Sum = { orders: number; net: number; tax: number };

/** What the receipts say, added in pesewas by tax and rate. */
function ofReceipts(sales: readonly SaleDetail[]): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const { tax, total_amount: total, voided } of sales) {
    if (voided || tax.rate === 0) continue;
    const parts =
      tax.parts.length > 0 ? tax.parts : [{ name: "Tax", rate: tax.rate, amount: tax.amount }];
    for (const { name, rate, amount } of parts) {
      const key = `${name} ${rate}`;
      const { orders, net, tax: before } = sums.get(key) ?? { orders: 0, net: 0, tax: 0 };
      sums.set(key, {
        orders: orders + 1,
        net: net + minorOf(total) - minorOf(tax.amount),
        tax: before + minorOf(amount),
      });
    }
  }
  return sums;
}

const asSums = (rows: readonly TaxSums[]): ReadonlyMap<string, Sum> =>
  new Map(
    rows.map(({ name, rate, orders, net, tax }) => [
      `${name} ${rate}`,
      { orders, net: minorOf(net), tax: minorOf(tax) },
    ]),
  );

describe("TAX-06, TAX-07: the tax of a period by levy", () => {
  let sales: readonly SaleDetail[] = [];
  beforeAll(async () => {
    const ids = await trade();
    sales = await Promise.all(ids.map((id) => read(`/api/v1/sales/${id}`, SaleDetail)));
  });

  test("is the sum of the receipts, without voided sales", async () => {
    const rows = await taxes();
    expect(asSums(rows)).toEqual(ofReceipts(sales));
    expect(sales.some(({ voided }) => voided)).toBe(true);
    expect(rows.map(({ name, rate }) => `${name} ${rate}`)).toEqual([
      "Tax 20",
      "Tax 19.25",
      "VAT 15",
      "Tax 12.5",
      "VAT 12.5",
      "NHIL 2.5",
      "GETFund 2.5",
      "COVID-19 1",
    ]);
    process.stdout.write(`${sales.length} sales, ${rows.length} taxes and levies\n`);
  });

  test.each([...new Set(TIMES.flatMap(([, days]) => days))])(
    "of %s is the sum of its receipts",
    async (day) => {
      const own = sales.filter(({ business_date: of }) => of === day);
      expect(own.length).toBeGreaterThan(0);
      expect(asSums(await taxes(`?from=${day}&to=${day}`))).toEqual(ofReceipts(own));
    },
  );

  test("of the past has what was voided later", async () => {
    const product = await apis.addProduct("Tea", 10);
    await change({ tax_rate: 20 });
    const sold = await apis.sell([[product, 1, 12]], { occurred_at: "2026-03-07T12:00:00Z" });
    const day = "?from=2026-03-07&to=2026-03-07";
    const before = await taxes(day);
    expect(before.map(({ name, net, tax }) => [name, net, tax])).toEqual([
      ["VAT", 10, 1.5],
      ["NHIL", 10, 0.25],
      ["GETFund", 10, 0.25],
    ]);
    const [head] = await apis.query<{ seq: number }>(
      "select seq::int from es.tenant_heads where tenant_id = $1",
      [apis.tenantId],
    );
    await apis.ask("DELETE", `/api/sales.php?id=${idOf(sold)}`);
    expect(await taxes(day)).toEqual([]);
    expect(await taxes(`${day}&as_of=${head?.seq}`)).toEqual(before);
  });

  test("is a file, and another shop has none of it", async () => {
    const { text, headers } = await apis.askOf.query(
      "GET",
      "/api/v1/exports/reports/tax.csv?from=2026-02-01&to=2026-02-01",
    );
    const [row] = await taxes("?from=2026-02-01&to=2026-02-01");
    expect(text).toBe(
      `\uFEFFTax,Rate,Orders,Sales without tax,Amount,Currency\r\nTax,12.5,${row?.orders},${row?.net},${row?.tax},GHS\r\n`,
    );
    expect(headers["content-disposition"]).toMatch(/report-by-tax-/);
    expect(await taxes("", "foreign owner")).toEqual([]);
  });
});
