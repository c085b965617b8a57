import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { SaleEntryBody } from "#kernel/contract/api/till/entries.ts";
import { CustomerId, UserId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import {
  type Counter,
  line,
  openCounter,
  soldLines,
} from "#tests/integration/tills/counter-sales.ts";

import { issueOf, ISSUES, issuesOf, kindsOf, Listed, resolve } from "./issues.ts";

let apis: Apis;
let shop: Counter;
let milo: string;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  shop = await openCounter(apis);
  milo = await shop.addProduct("Milo", 100);
});

/** Delivers a sale of the till by someone, and returns its id. */
async function sellAs(person: string, body: SaleEntryBody): Promise<string> {
  const entry = shop.till.entry("sale", body, { person: UserId.parse(person) });
  await shop.till.deliver([entry]);
  return entry.id;
}

const sold = (quantity = 1) => soldLines([line(milo, quantity)]);

describe("a sale with a flag", () => {
  test("ATTN-07: at another price is listed with both prices, until it is fine", async () => {
    await delay(5);
    await shop.changeProduct(milo, { price: 5 });
    await delay(5);
    const id = await shop.sell(sold());
    const issue = await issueOf(shop, "old-price");
    expect(issue).toMatchObject({
      thing: id,
      title: "Sold at another price",
      said: "Milo GH₵4.50",
      known: "Your price then: Milo GH₵5.00",
      ways: ["fine"],
      sales: [{ id, name: expect.stringMatching(/^1-2-\d+$/) }],
      products: [{ id: milo, name: "Milo" }],
      till: { id: "2", name: "Front counter" },
    });
    expect((await resolve(shop, issue, "fine")).status).toBe(200);
    expect(await issuesOf(shop)).toEqual([]);
  });

  test("ATTN-08: without the right to it is listed with what was done and by whom", async () => {
    const cashier = await cashierOf(shop);
    const cheap = line(milo, 1, { unitPriceMinor: 400, totalMinor: 400 });
    const id = await sellAs(cashier, soldLines([cheap]));
    expect(await issueOf(shop, "no-right")).toMatchObject({
      thing: id,
      said: expect.stringContaining("Milo at GH₵4.00 instead of GH₵4.50, sold by "),
      known: expect.stringContaining("had no right to change prices then"),
    });
  });

  test("ATTN-09: by a person who is not on the staff is listed", async () => {
    const id = await sellAs(newId(), sold());
    const issue = await issueOf(shop, "person-unproved");
    expect(issue).toMatchObject({
      thing: id,
      said: "1 x Milo for GH₵4.50, sold by someone who is not on the staff",
      known: "This person was not on your staff when the sale arrived",
    });
  });

  test("ATTN-10: of a deleted product is listed with the time of the deletion", async () => {
    await shop.ask("DELETE", `/api/products.php?id=${milo}`, {});
    await delay(5);
    const id = await shop.sell(sold(3));
    expect(await issueOf(shop, "archived")).toMatchObject({
      thing: id,
      said: "3 x Milo",
      known: expect.stringMatching(/^Milo was deleted on \d+ \w+ \d{4}, \d\d:\d\d:\d\d$/),
    });
  });

  test("ATTN-11: of an unknown product is listed by the name on the receipt", async () => {
    const id = await shop.sell(soldLines([line(newId(), 2, { name: "Gari" })]));
    expect(await issuesOf(shop)).toMatchObject([
      {
        kind: "product-unknown",
        thing: id,
        said: "2 x Gari, GH₵9.00",
        known: "There is no such product, so no stock changed",
        products: [],
      },
    ]);
  });

  test("ATTN-16: to an unknown customer is listed", async () => {
    const customer = { id: CustomerId.parse(newId()), name: "Kofi" };
    const id = await shop.sell(soldLines([line(milo, 1)], { customer }));
    expect(await issuesOf(shop)).toMatchObject([
      {
        kind: "customer-unknown",
        thing: id,
        said: expect.stringMatching(/^1 x Milo for GH₵4\.50, sold by /),
        known: "There is no such customer, so the sale has none",
        customers: [],
      },
    ]);
  });

  test("ATTN-12: with another sum is listed with both sums", async () => {
    await shop.ask("PUT", "/api/v1/settings/business", { tax_rate: 20 });
    const { seq = 0 } = (await headOf(shop.tenantId)) ?? {};
    const entry = shop.till.entry("sale", sold(2), { basis: seq });
    await shop.till.deliver([entry]);
    expect(await issueOf(shop, "other-sum")).toMatchObject({
      thing: entry.id,
      said: "GH₵9.00, with GH₵0.00 tax at 0 %",
      known: "By your rules GH₵9.00, with GH₵1.50 tax at 20 %",
    });
  });

  test("ATTN-13: at a time that cannot be is listed with the till's time and the one that counts", async () => {
    const entry = shop.till.entry("sale", sold(), { at: Date.parse("2099-01-01T10:00:00Z") });
    await shop.till.deliver([entry]);
    expect(await issueOf(shop, "clock")).toMatchObject({
      thing: entry.id,
      said: "The sale was on 1 Jan 2099, 10:00:00",
      known: expect.stringMatching(/^That cannot be\. It counts on \d/),
    });
  });

  test("ATTN-14: is no issue once it is voided", async () => {
    await delay(5);
    await shop.changeProduct(milo, { price: 5 });
    await delay(5);
    const id = await shop.sell(sold());
    expect(await kindsOf(shop)).toEqual(["old-price"]);
    await shop.ask("DELETE", `/api/sales.php?id=${id}`, { reason: "Returned" });
    expect(await issuesOf(shop)).toEqual([]);
  });
});

describe("two sales", () => {
  test("ATTN-03: with one receipt number are one issue, until one is voided", async () => {
    const body = soldLines([line(milo, 1)], { receiptNumber: 77 });
    const first = await shop.sell(body, { at: Date.now() - 2_000 });
    expect(await issuesOf(shop)).toEqual([]);
    const second = await shop.sell(body);
    const other = await shop.secondTill();
    await shop.sell(body, { by: other });
    const issue = await issueOf(shop, "receipt-twice");
    expect(issue).toMatchObject({
      title: "Receipt 1-2-77 is there twice",
      thing: [first, second].toSorted().join(),
      said: expect.stringContaining("1 x Milo for GH₵4.50"),
      known: expect.stringContaining("1 x Milo for GH₵4.50"),
      ways: ["fine"],
      sales: [{ id: first }, { id: second }],
    });
    await shop.ask("DELETE", `/api/sales.php?id=${second}`, { reason: "Twice" });
    expect(await issuesOf(shop)).toEqual([]);
  });

  test("ATTN-03: with one receipt number that are fine are an issue again with a third", async () => {
    const body = soldLines([line(milo, 1)], { receiptNumber: 78 });
    await shop.sell(body);
    await shop.sell(body);
    await resolve(shop, await issueOf(shop, "receipt-twice"), "fine");
    expect(await issuesOf(shop)).toEqual([]);
    await shop.sell(body);
    expect((await issueOf(shop, "receipt-twice")).sales).toHaveLength(3);
  });

  test("ATTN-15: of which one may be the other again are one issue, until it is voided", async () => {
    const product = await apis.addProduct("Water", 10);
    // Over a socket: it matters whether the answer reached the client.
    const base = await apis.apps.command.listen({ host: "127.0.0.1", port: 0 });
    const send = async (): Promise<void> => {
      const answer = await fetch(`${base}/api/sales.php`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${apis.tokenOf("owner")}`,
        },
        body: JSON.stringify({ items: [{ product_id: product, quantity: 1, unit_price: 1 }] }),
      });
      await answer.text();
    };
    await send();
    await send();
    const list = async () => Listed.parse((await apis.askOf.query("GET", ISSUES)).body).data.issues;
    const [issue, ...others] = await list();
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      kind: "double",
      title: "A sale may be recorded twice",
      sales: [{ name: "1-1-1" }, { id: issue?.thing, name: "1-1-2" }],
    });
    await apis.ask("DELETE", `/api/sales.php?id=${issue?.thing}`, { body: { reason: "Twice" } });
    expect(await list()).toEqual([]);
  });
});

async function headOf(tenantId: string): Promise<{ seq: number } | undefined> {
  const [row] = await apis.query<{ seq: number }>(
    "select seq from es.tenant_heads where tenant_id = $1",
    [tenantId],
  );
  return row;
}

/** Someone who may sell and not change prices. */
async function cashierOf({ tenantId }: Counter): Promise<string> {
  const [row] = await apis.query<{ user_id: string }>(
    "select user_id from auth.memberships where tenant_id = $1 and role = 'cashier'",
    [tenantId],
  );
  if (!row) throw new Error("no cashier");
  return row.user_id;
}
