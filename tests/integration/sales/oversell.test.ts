import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { codeOf, counterOf, item } from "#tests/integration/catalog/counter.ts";
import { failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { lastOf, stockOf } from "#tests/integration/command-api/routes/log-of.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
});
afterAll(() => apis.close());
beforeEach(() => counter.set({ tax_rate: 0, oversell_policy: "block", currency: "GHS" }));

const sell = (body: object, as?: Identity) => counter.sell(body, as);

describe("a sale of more than the stock", () => {
  const confirmed = { confirm_oversell: true };
  const refused = failure("insufficient-stock", "Insufficient stock for Last");

  test("is refused under block, even if confirmed", async () => {
    const id = await apis.addProduct("Last", 1);
    expect(codeOf(await sell({ items: [item(id, 2)], ...confirmed }))).toEqual([409, refused]);
    expect(codeOf(await sell({ items: [item(id, 1), item(id, 1)] }))).toEqual([409, refused]);
    expect(await stockOf(apis, id)).toBe(1);
  });

  test("is refused under warn until someone confirms who may", async () => {
    await counter.set({ oversell_policy: "warn" });
    const [id, other] = [await apis.addProduct("Last", 1), await apis.addProduct("Other", 9)];
    const body = { items: [item(id, 2), item(other, 1)] };
    expect(codeOf(await sell(body))).toEqual([409, refused]);
    expect(codeOf(await sell({ ...body, ...confirmed }, "cashier"))).toEqual([409, refused]);
    const answer = await sell({ ...body, ...confirmed }, "manager");
    expect(answer.status).toBe(200);
    expect(await stockOf(apis, id)).toBe(-1);
    expect(await lastOf(apis, idOf(answer))).toMatchObject({
      data: { lines: [{ oversold: true }, expect.not.objectContaining({ oversold: true })] },
    });
    expect(await counter.sale(idOf(answer))).toMatchObject({
      items: [{ oversold: true }, { oversold: false }],
    });
    // A sale within the stock needs no confirmation.
    expect((await sell({ items: [item(other, 1)] }, "cashier")).status).toBe(200);
  });

  test("is recorded under allow, and flagged only where stock was missing", async () => {
    await counter.set({ oversell_policy: "allow" });
    const id = await apis.addProduct("Last", 1);
    const [enough, short] = [
      await sell({ items: [item(id, 1)], client_sale_id: randomUUID() }),
      await sell({ items: [item(id, 1)], client_sale_id: randomUUID() }),
    ];
    const flagged = async (sale: typeof short) =>
      JSON.stringify((await lastOf(apis, idOf(sale)))?.data).includes('"oversold":true');
    expect([await flagged(enough), await flagged(short)]).toEqual([false, true]);
    expect(await stockOf(apis, id)).toBe(-1);
  });

  test("50 parallel sales of the last unit: one under block, all under allow, 49 of them flagged", async () => {
    const race = async (policy: string) => {
      await counter.set({ oversell_policy: policy });
      const id = await apis.addProduct("Last", 1);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          sell({ items: [item(id, 1)], client_sale_id: randomUUID() }),
        ),
      );
      const flags = await apis.query(
        `select 1 from es.events where tenant_id = $1 and type = 'SaleRecorded'
            and data #>> '{lines,0,productId}' = $2 and data #>> '{lines,0,oversold}' = 'true'`,
        [apis.tenantId, id],
      );
      const sold = answers.filter(({ status }) => status === 200).length;
      return [policy, sold, flags.length, await stockOf(apis, id)];
    };
    const results = [await race("block"), await race("allow")];
    process.stdout.write(`${JSON.stringify(results)} of 50 sales of the last unit
`);
    expect(results).toEqual([
      ["block", 1, 0, 0],
      ["allow", 50, 49, -49],
    ]);
  });
});
