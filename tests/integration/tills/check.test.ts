import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { TILL_SIGNATURE } from "#kernel/contract/api/till/entries.ts";
import { newId } from "#kernel/node/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import { createSigner, type TillSigner } from "#tests/kit/till/till-signer.ts";

import { type Counter, openCounter, PRICE_MINOR } from "./counter-sales.ts";

const CHECK = "/api/v1/till/check";

let apis: Apis;
let shop: Counter;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  shop = await openCounter(apis);
});

const line = (productId: string, quantity: number, listPriceMinor = PRICE_MINOR) => ({
  productId,
  quantity,
  listPriceMinor,
});

async function check(
  { tenantId, till }: Counter,
  lines: readonly object[],
  { signer = till.signer, number = till.till }: { signer?: TillSigner; number?: number } = {},
) {
  const payload = Buffer.from(JSON.stringify({ tenant: tenantId, till: number, lines }));
  const answer = await apis.apps.command.inject({
    method: "POST",
    url: CHECK,
    headers: {
      "content-type": "application/json",
      [TILL_SIGNATURE]: signer.sign(CHECK, payload),
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}

describe("TILL-53: before a cart is paid, a till asks", () => {
  test("and gets what is short, deleted, unknown or at another price today; nothing is written", async () => {
    const [milo, sugar] = [await shop.addProduct("Milo", 5), await shop.addProduct("Sugar", 5)];
    const [gone, unknown] = [await shop.addProduct("Gari", 5), newId()];
    await shop.changeProduct(sugar, { price: 5 });
    await shop.ask("DELETE", `/api/products.php?id=${gone}`, {});
    const before = await written(apis);
    const lines = [line(milo, 4), line(milo, 2), line(sugar, 5), line(gone, 1), line(unknown, 1)];
    expect(await check(shop, lines)).toEqual({
      status: 200,
      body: {
        blocks: true,
        findings: [
          { productId: milo, what: "short", onHand: 5 },
          { productId: sugar, what: "price", priceMinor: 500 },
          { productId: gone, what: "archived" },
          { productId: unknown, what: "unknown" },
        ],
      },
    });
    expect(await written(apis)).toEqual(before);
  });

  test("and gets what was written just before, and the rule of the shop", async () => {
    const milo = await shop.addProduct("Milo", 2);
    await shop.ask("PUT", "/api/v1/settings/business", { oversell_policy: "allow" });
    expect((await check(shop, [line(milo, 2)])).body).toEqual({ blocks: false, findings: [] });
    await shop.ask("POST", "/api/sales.php", {
      items: [{ product_id: milo, quantity: 1, unit_price: 4.5 }],
    });
    expect((await check(shop, [line(milo, 2)])).body).toMatchObject({
      findings: [{ what: "short", onHand: 1 }],
    });
  });

  test("about its own business only, although another one has a till of this number", async () => {
    const other = await openCounter(apis);
    const milo = await shop.addProduct("Milo", 5);
    expect(other.till.till).toBe(shop.till.till);
    expect((await check(other, [line(milo, 1)])).body).toMatchObject({
      findings: [{ productId: milo, what: "unknown" }],
    });
    expect(await check(shop, [line(milo, 1)], { signer: other.till.signer })).toMatchObject({
      status: 403,
    });
  });

  test("with its signature, while it is active", async () => {
    const milo = await shop.addProduct("Milo", 5);
    const lines = [line(milo, 1)];
    expect(await check(shop, lines, { signer: createSigner() })).toMatchObject({
      status: 403,
      body: { code: "unknown-till" },
    });
    expect((await check(shop, lines, { number: 99 })).status).toBe(403);
    await shop.change("owner", shop.till.till, { active: false });
    const paused = { status: 403, body: { code: "till-not-active" } };
    expect(await check(shop, lines)).toMatchObject(paused);
    await shop.change("owner", shop.till.till, { active: true });
    expect((await check(shop, lines)).status).toBe(200);
    await shop.remove("owner", shop.till.till);
    expect(await check(shop, lines)).toMatchObject(paused);
  });

  test("unless its business is suspended", async () => {
    const milo = await shop.addProduct("Milo", 5);
    const suspended = await apis.ask("PUT", `/api/super-admin.php/${shop.tenantId}`, {
      as: "super_admin",
      body: { status: "suspended" },
    });
    expect(suspended.status).toBe(200);
    expect((await check(shop, [line(milo, 1)])).status).toBe(403);
  });

  test("with a request that is read strictly", async () => {
    for (const lines of [
      [],
      [{ ...line(newId(), 1), more: 1 }],
      [line(newId(), 0)],
      [line("7", 1)],
    ]) {
      expect((await check(shop, lines)).status).toBe(400);
    }
  });
});
