import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { CHANGES_PATH, MOST_EVENTS_BEHIND } from "#kernel/contract/api/till/changes.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { failure } from "#tests/integration/command-api/routes/ask.ts";
import { ROLES } from "#tests/integration/command-api/routes/identities.ts";

import { type Counter, openCounter } from "./counter-sales.ts";
import { changesOf } from "./till-changes.ts";

let apis: Apis;
let shop: Counter;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  shop = await openCounter(apis);
});

const headOf = async ({ tenantId }: Counter): Promise<number> => {
  const [row] = await apis.query<{ seq: number }>(
    "select seq::int from es.tenant_heads where tenant_id = $1",
    [tenantId],
  );
  return row?.seq ?? 0;
};

const names = (items: readonly Readonly<{ name: string }>[]): string[] =>
  items.map(({ name }) => name).toSorted();

const sell = (product: string, quantity: number) =>
  shop.ask("POST", "/api/sales.php", {
    items: [{ product_id: product, quantity, unit_price: 4.5 }],
  });

describe("everything", () => {
  test("TILL-100: is the products that are sold, the customers, the sellers and the settings", async () => {
    const body = {
      name: "Cloth",
      price: 12,
      stock: 3,
      cost: 7,
      sku: "C-1",
      barcodes: ["6001", "6002"],
      category: "Fabric",
    };
    await shop.ask("POST", "/api/products.php", body);
    const gone = await shop.addProduct("Gari", 5);
    await shop.ask("DELETE", `/api/products.php?id=${gone}`, {});
    const kofi = await shop.addCustomer("Kofi");
    const left = await shop.addCustomer("Left");
    await shop.ask("DELETE", `/api/customers.php?id=${left}`, {});

    const all = await changesOf(shop);
    expect(all).toEqual({
      seq: await headOf(shop),
      products: [
        {
          id: expect.any(String),
          name: "Cloth",
          priceMinor: 1200,
          stock: 3,
          sku: "C-1",
          barcodes: ["6001", "6002"],
          category: "Fabric",
          unit: null,
          archived: false,
          tracksStock: true,
          picture: null,
        },
      ],
      stocks: [],
      customers: [{ id: kofi, name: expect.stringContaining("Kofi"), phone: null, gone: false }],
      people: expect.any(Array),
      settings: {
        businessName: "Shop",
        phone: null,
        address: null,
        receiptFooter: null,
        currency: "GHS",
        timezone: "Africa/Accra",
        taxRateBp: 0,
        tin: null,
        taxMode: "inclusive",
        oversellPolicy: "block",
        offlineDays: 14,
        offlineApprovalMinor: 20_000,
        discountLimitBp: 0,
        receiptLinks: true,
      },
    });
    // A person of every role works here.
    expect(all.people.map(({ role }) => role).toSorted()).toEqual(["cashier", "manager", "owner"]);
    expect(all.people.filter(({ gone: isGone }) => isGone)).toEqual([]);
  });

  test("TILL-101: is the same for every person who may sell, without costs and emails", async () => {
    await shop.ask("POST", "/api/products.php", {
      name: "Milo",
      price: 9,
      stock: 1,
      cost: 4321.09,
      description: "Secret recipe",
      reorder_point: 77,
    });
    const customer = { first_name: "Efua", last_name: "B", email: "efua@secret.example" };
    await shop.ask("POST", "/api/customers.php", { ...customer, address: "1 Secret Street" });
    await shop.ask("PUT", "/api/v1/settings/business", { email: "shop@secret.example" });
    const texts: string[] = [];
    for (const as of ["owner", "manager", "cashier"] as const) {
      texts.push((await shop.call(as, "GET", CHANGES_PATH)).text);
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain("Milo");
    expect(texts[0]).not.toMatch(/432109|4321\.09|secret|reorder|cost|pin|password|hash|@/i);
  });

  test.for(ROLES.filter((role) => !["owner", "manager", "cashier"].includes(role)))(
    "TILL-101: is not for the role %s, which may not sell",
    async (as) => {
      expect((await shop.call(as, "GET", CHANGES_PATH)).status).toBe(403);
    },
  );
});

describe("what changed", () => {
  test("TILL-102: is only what events touched: prices, stock, deleted products, and nothing twice", async () => {
    const [milo, sugar, gari] = [
      await shop.addProduct("Milo", 5),
      await shop.addProduct("Sugar", 5),
      await shop.addProduct("Gari", 5),
    ];
    await shop.addCustomer("Kofi");
    const { seq } = await changesOf(shop);
    expect(seq).toBe(await headOf(shop));
    expect(await changesOf(shop, { since: seq })).toMatchObject({
      seq,
      products: [],
      stocks: [],
      customers: [],
      people: [],
    });

    await sell(milo, 1);
    await sell(milo, 2);
    await shop.ask("DELETE", `/api/products.php?id=${gari}`, {});
    const changed = await changesOf(shop, { since: seq });
    expect(changed.seq).toBe(await headOf(shop));
    expect(changed.products).toMatchObject([{ id: gari, stock: 5, archived: true }]);
    expect(changed.stocks).toEqual([{ id: milo, stock: 2 }]);
    expect(changed.customers).toEqual([]);

    await shop.changeProduct(sugar, { price: 5 });
    const next = await changesOf(shop, { since: changed.seq });
    expect(next).toMatchObject({ products: [{ id: sugar, priceMinor: 500 }], stocks: [] });
    // The same question gets the same answer again.
    expect(await changesOf(shop, { since: changed.seq })).toEqual(next);
  });

  test("TILL-103: has only the id of a customer who was deleted or erased", async () => {
    const [kofi, left, erased] = [
      await shop.addCustomer("Kofi"),
      await shop.addCustomer("Left"),
      await shop.addCustomer("Erased"),
    ];
    const { seq, customers } = await changesOf(shop);
    expect(customers).toHaveLength(3);
    await shop.ask("PUT", "/api/customers.php", { id: kofi, phone: "0244000001" });
    await shop.ask("DELETE", `/api/customers.php?id=${left}`, {});
    await shop.ask("POST", `/api/v1/customers/${erased}/erase`, {});
    const changed = await changesOf(shop, { since: seq });
    expect(
      changed.customers.toSorted((one, other) => Number(one.gone) - Number(other.gone)),
    ).toEqual([
      { id: kofi, name: expect.stringContaining("Kofi"), phone: "0244000001", gone: false },
      ...[left, erased].toSorted().map((id) => ({ id, name: "", phone: null, gone: true })),
    ]);
    expect(names((await changesOf(shop)).customers)).toEqual([expect.stringContaining("Kofi")]);
  });

  test("TILL-110, SELL-52: has the settings for tills that the owner changed", async () => {
    const { seq } = await changesOf(shop);
    await shop.ask("PUT", "/api/v1/settings/business", {
      offline_days: 7,
      offline_approval_limit: 50.5,
      discount_limit: 7.5,
    });
    expect((await changesOf(shop, { since: seq })).settings).toMatchObject({
      offlineDays: 7,
      offlineApprovalMinor: 5_050,
      discountLimitBp: 750,
    });
  });
});

describe("TILL-105: a position", () => {
  test("that is too far behind, or ahead of the server, is gone", async () => {
    const { seq } = await changesOf(shop);
    const gone = failure(
      "too-far-behind",
      "There is no list of the changes since then. Download everything again.",
    );
    for (const since of [seq + 1, 9_000_000]) {
      const answer = await shop.call("owner", "GET", `${CHANGES_PATH}?since=${since}`);
      expect([answer.status, answer.body]).toEqual([410, gone]);
    }
    const far = seq + MOST_EVENTS_BEHIND;
    await apis.query("update es.tenant_heads set seq = $2 where tenant_id = $1", [
      shop.tenantId,
      far,
    ]);
    await apis.query("update rm.checkpoints set seq = $2 where tenant_id = $1", [
      shop.tenantId,
      far,
    ]);
    expect((await changesOf(shop, { since: seq })).seq).toBe(far);
    const answer = await shop.call("owner", "GET", `${CHANGES_PATH}?since=${seq - 1}`);
    expect([answer.status, answer.body]).toEqual([410, gone]);
  });

  test.for(["-1", "1.5", "1e3", "all", "99999999999999999999", "1&since=2"])(
    "%j is malformed",
    async (since) => {
      const answer = await shop.call("owner", "GET", `${CHANGES_PATH}?since=${since}`);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("since")]);
    },
  );
});
