import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { PRICE } from "./ask.ts";
import { lastOf, stockOf } from "./log-of.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";

// Over real sockets, because the rule depends on whether an answer was delivered.

let shops: TwoTenants;
let base: string;
beforeAll(async () => {
  shops = await openTwoTenants();
  base = await shops.service.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => shops.close());

type More = Readonly<{ as?: "owner" | "cashier"; body?: object; signal?: AbortSignal }>;
const Sold = z.object({ data: z.object({ id: z.string() }) });

const request = (product: string, { as = "owner", body = {}, signal }: More = {}) =>
  fetch(`${base}/api/sales.php`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${shops.tokenOf(as)}`,
    },
    body: JSON.stringify({
      items: [{ product_id: product, quantity: 1, unit_price: PRICE }],
      ...body,
    }),
    ...(signal ? { signal } : {}),
  });

async function sell(product: string, more: More = {}): Promise<string> {
  const answer = await request(product, more);
  return Sold.parse(await answer.json()).data.id;
}

/** Blocks every sale of the product until the returned function is called. */
async function held(product: string): Promise<() => Promise<void>> {
  const client = await shops.admin.connect();
  await client.query("begin");
  await client.query("select 1 from es.stream_heads where stream_id = $1 for update", [product]);
  return async () => {
    await client.query("rollback");
    client.release();
  };
}

const isWaitedFor = async (): Promise<boolean> => {
  const [row] = await shops.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return (row?.n ?? 0) > 0;
};

describe("a sale without a key", () => {
  test("is one sale for equal requests in flight, and all get the same answer", async () => {
    const milo = await shops.addProduct("Milo", 50);
    const release = await held(milo);
    const twins = [request(milo), request(milo), request(milo)];
    await expect.poll(isWaitedFor, { timeout: 5000 }).toBe(true);
    await release();
    const texts = await Promise.all(twins.map(async (twin) => (await twin).text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('"success":true');
    expect(await stockOf(shops, milo)).toBe(49);
  });

  test("is another sale once the first was answered, flagged within 5 s", async () => {
    const milo = await shops.addProduct("Milo", 50);
    const [first, second] = [await sell(milo), await sell(milo)];
    expect(second).not.toBe(first);
    expect((await lastOf(shops, first))?.data).not.toHaveProperty("possibleDuplicateOf");
    expect(await lastOf(shops, second)).toMatchObject({ data: { possibleDuplicateOf: first } });
    expect(await stockOf(shops, milo)).toBe(48);
  });

  test("is the same sale again when the socket closed before the answer was written", async () => {
    const milo = await shops.addProduct("Milo", 50);
    const release = await held(milo);
    const till = new AbortController();
    const lost = request(milo, { signal: till.signal });
    await expect.poll(isWaitedFor, { timeout: 5000 }).toBe(true);
    till.abort();
    await expect(lost).rejects.toThrow();
    await release();
    await expect.poll(() => stockOf(shops, milo), { timeout: 5000 }).toBe(49);

    const again = await sell(milo);
    expect(await stockOf(shops, milo)).toBe(49);
    expect((await lastOf(shops, again))?.data).not.toHaveProperty("possibleDuplicateOf");
    expect(await sell(milo)).not.toBe(again);
    expect(await stockOf(shops, milo)).toBe(48);
  });

  test("is separate for another session and for another body", async () => {
    const milo = await shops.addProduct("Milo", 50);
    const ids = await Promise.all([
      sell(milo),
      sell(milo, { as: "cashier" }),
      sell(milo, { body: { notes: "x" } }),
    ]);
    expect(new Set(ids).size).toBe(3);
    expect(await stockOf(shops, milo)).toBe(47);
  });

  test("uses client_sale_id as its key", async () => {
    const milo = await shops.addProduct("Milo", 50);
    const body = { client_sale_id: "01900000-0000-7000-8000-00000000000a" };
    expect(await sell(milo, { body })).toBe(await sell(milo, { body }));
    expect(await stockOf(shops, milo)).toBe(49);
    expect((await request(milo, { body: { ...body, notes: "x" } })).status).toBe(422);
  });
});
