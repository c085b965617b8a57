import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";
import * as z from "zod/mini";

import { useDistributed } from "#tests/kit/product/distributed.ts";
import { openTill } from "#tests/kit/product/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const CALLERS = 64;
const UNITS = 100;
const Sold = z.object({ data: z.object({ id: z.string() }) });
const Refused = z.object({ code: z.string() });

describeWith(["postgres", "kafka", "redis"], "two command APIs at once", () => {
  const it = useDistributed();
  const door = (n: number): string => it.product().commandApis[n % 2]?.url ?? "";

  test("64 callers racing for 100 units over 3 products in shuffled order sell exactly 100 each", async () => {
    const till = await openTill(it.product().url);
    const products = await Promise.all(
      ["Milo", "Gari", "Omo"].map((name) => till.addProduct(name, UNITS)),
    );
    const codes: string[] = [];
    let accepted = 0;
    let left = 3 * UNITS * 2;
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        while (left > 0) {
          left -= 1;
          const basket = products.toSorted(() => Math.random() - 0.5).slice(0, 1 + (left % 3));
          const items = basket.map((productId) => ({ productId, quantity: 1 }));
          const answer = await till.sell(items, { base: door(caller + left), key: randomUUID() });
          if (answer.status === 200) accepted += 1;
          else codes.push(`${answer.status} ${Refused.parse(answer.body).code}`);
        }
      }),
    );
    // The rest is bought one by one.
    for (const productId of products) {
      for (let tries = 0, status = 200; status === 200 && tries <= UNITS; tries++) {
        ({ status } = await till.sell([{ productId, quantity: 1 }], { base: door(accepted) }));
        if (status === 200) accepted += 1;
      }
    }
    expect([...new Set(codes)]).toEqual(codes.length > 0 ? ["409 insufficient-stock"] : []);
    const sold = await it.query<{ product: string; units: number; lowest: number }>(
      `select s->>0 as product, -sum((s->>1)::int)::int as units, min((s->>2)::int) as lowest
         from es.events e, json_array_elements(e.effects->'stock') s
        where e.tenant_id = $1 and e.type = 'SaleRecorded' group by 1`,
      [till.tenantId],
    );
    expect(sold.map(({ units, lowest }) => [units, lowest])).toEqual([
      [UNITS, 0],
      [UNITS, 0],
      [UNITS, 0],
    ]);
    const [gaps] = await it.query<{ n: number; top: number }>(
      "select count(*)::int as n, max(seq)::int as top from es.events where tenant_id = $1",
      [till.tenantId],
    );
    expect(gaps?.n).toBe(gaps?.top);
  });

  test("20 parallel requests with one Idempotency-Key make one sale and get the same answer; another body is 422", async () => {
    const till = await openTill(it.product().url);
    const productId = await till.addProduct("Milo", 1_000);
    for (let round = 0; round < 10; round++) {
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          till.sell([{ productId, quantity: 1 }], { base: door(n), key }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const other = await till.sell([{ productId, quantity: 2 }], { base: door(round), key });
      expect(other.status).toBe(422);
    }
    const [row] = await it.query<{ n: number }>(
      "select count(*)::int as n from es.events where tenant_id = $1 and type = 'SaleRecorded'",
      [till.tenantId],
    );
    expect(row?.n).toBe(10);
  });

  test("a price that was changed at one is the price at the other, from the answer on", async () => {
    const till = await openTill(it.product().url);
    const productId = await till.addProduct("Milo", 1_000_000, 1);
    let price = 1;
    let isOver = false;
    const sold: (readonly [least: number, list: number])[] = [];
    const sellers = Array.from({ length: 16 }, async (_, n) => {
      while (!isOver) {
        const least = price;
        const answer = await till.sell([{ productId, quantity: 1, price: 1 }], {
          base: door(n),
          key: randomUUID(),
        });
        expect(answer.status).toBe(200);
        sold.push([least, await listPriceOf(Sold.parse(answer.body).data.id)]);
      }
    });
    for (let next = 2; next <= 40; next++) {
      const changed = await till.ask("PUT", "/api/products.php", {
        body: { id: productId, price: next },
        base: door(next),
      });
      expect(changed.status).toBe(200);
      price = next;
    }
    isOver = true;
    await Promise.all(sellers);
    expect(sold.length).toBeGreaterThan(100);
    expect(sold.filter(([least, list]) => list < least * 100)).toEqual([]);
  });

  async function listPriceOf(saleId: string): Promise<number> {
    const [row] = await it.query<{ price: number }>(
      "select (data->'lines'->0->>'listPriceMinor')::int as price from es.events where stream_id = $1",
      [saleId],
    );
    return row?.price ?? 0;
  }
});
