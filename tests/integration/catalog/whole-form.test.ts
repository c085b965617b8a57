import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import type { AskOptions } from "#tests/integration/command-api/routes/ask.ts";

// A client of the first version sends the whole form of a product, with the stock that it read when
// it loaded its list.

let apis: Apis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

const Products = z.object({ data: z.array(z.object({ id: z.string(), stock: z.number() })) });

const LIST = "/api/products.php";

async function readList(ask = apis.askOf.query, url = LIST, options: AskOptions = {}) {
  const { body } = await ask("GET", url, options);
  return Products.parse(body).data;
}
const stockOf = async (id: string): Promise<number | undefined> =>
  (await readList(apis.askOf.query, `${LIST}?search=${id.slice(-12)}`)).find(
    (product) => product.id === id,
  )?.stock;

const saveForm = (id: string, stock: number, more: object = {}, options: AskOptions = {}) =>
  apis.askOf.command("PUT", LIST, {
    ...options,
    body: { id, name: "Milo", price: 12, stock, ...more },
  });

/** A product of which the list of this session says 10, and of which three were sold since. */
async function soldSince(): Promise<string> {
  const id = await apis.addProduct("Milo", 10);
  await readList();
  await apis.sell([[id, 3]]);
  return id;
}

describe("PROD-46: a whole form with the stock that this session read is no count", () => {
  test("of what was sold since the list was read nothing comes back", async () => {
    const id = await soldSince();
    expect(await saveForm(id, 10)).toMatchObject({ status: 200 });
    expect(await stockOf(id)).toBe(7);
    const [row] = await apis.query<{ counts: number }>(
      "select count(*)::int as counts from es.events where stream_id = $1 and type = 'StockCounted'",
      [id],
    );
    expect(row?.counts).toBe(0);
  });

  test("another stock in the form is a count", async () => {
    const id = await soldSince();
    await saveForm(id, 9);
    expect(await stockOf(id)).toBe(9);
  });

  test("what another process answered last counts, also with an answer that the client has", async () => {
    const id = await soldSince();
    const other = await apis.openQuery();
    const { headers } = await other.ask("GET", LIST);
    await apis.sell([[id, 2]]);
    expect((await readList(other.ask)).find((product) => product.id === id)?.stock).toBe(5);
    await apis.sell([[id, 1]]);
    const tag = { "if-none-match": String(headers["etag"]) };
    expect((await other.ask("GET", LIST, { headers: tag })).status).toBe(200);
    await apis.sell([[id, 4]]);
    await saveForm(id, 4);
    expect(await stockOf(id)).toBe(0);
    await other.close();
  });
});

describe("PROD-47: what is a count stays one", () => {
  test("the stock alone, or with an expected stock", async () => {
    const id = await soldSince();
    await apis.askOf.command("PUT", LIST, { body: { id, stock: 10 } });
    expect(await stockOf(id)).toBe(10);
    await apis.sell([[id, 1]]);
    await saveForm(id, 10, { expected_stock: 9 });
    expect(await stockOf(id)).toBe(10);
  });

  test("a list of another session, of another tenant or of a search says nothing", async () => {
    const id = await apis.addProduct("Milo", 10);
    await apis.sell([[id, 3]]);
    await readList(apis.askOf.query, LIST, { as: "manager" });
    await readList(apis.askOf.query, LIST, { as: "foreign owner" });
    await readList(apis.askOf.query, `${LIST}?search=milo`);
    await saveForm(id, 10);
    expect(await stockOf(id)).toBe(10);
  });

  test("while the ledger of stock does not reach the list that was read", async () => {
    const id = await soldSince();
    const stock = "select rm.stock_at($1, $2, 1000000) as stock";
    expect(await apis.query(stock, [apis.tenantId, id])).toEqual([{ stock: null }]);
  });
});
