import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { issueStream, newId } from "#kernel/node/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import {
  type Counter,
  line,
  openCounter,
  soldLines,
} from "#tests/integration/tills/counter-sales.ts";

import { ISSUES, issueOf, issuesOf, kindsOf, resolve } from "./issues.ts";

let apis: Apis;
let shop: Counter;
let milo: string;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  shop = await openCounter(apis);
  milo = await shop.addProduct("Milo", 2);
});

const sold = (quantity = 1) => soldLines([line(milo, quantity)]);

/** The events of a type, newest last. */
const eventsOf = (type: string) =>
  apis.query<{ data: Record<string, unknown>; actor_id: string; command_id: string }>(
    `select data, actor_id, command_id from es.events where tenant_id = $1 and type = $2 order by seq`,
    [shop.tenantId, type],
  );

describe("stock below 0", () => {
  test("ATTN-01: is listed once with both versions, until it is counted", async () => {
    await shop.sell(sold(2));
    expect(await issuesOf(shop)).toEqual([]);
    await shop.sell(sold(2), { by: await shop.secondTill() });
    await shop.sell(sold(1));
    expect(await issuesOf(shop)).toEqual([
      {
        id: issueStream(shop.tenantId, "below-zero", milo),
        kind: "below-zero",
        thing: milo,
        at: null,
        title: "Stock of Milo is below 0",
        said: "3 more sold than were in stock",
        known: "Stock: -3",
        ways: ["missing"],
        sales: [],
        products: [{ id: milo, name: "Milo" }],
        customers: [],
        till: null,
      },
    ]);
    await shop.changeProduct(milo, { stock: 4 });
    expect(await issuesOf(shop)).toEqual([]);
  });

  test("ATTN-02: is booked as missing up to 0, and listed again when it is below 0 again", async () => {
    await shop.sell(sold(5));
    const issue = await issueOf(shop, "below-zero");
    expect((await resolve(shop, issue, "missing")).status).toBe(200);
    expect([await shop.stockOf(milo), await issuesOf(shop)]).toEqual([0, []]);
    const [adjusted] = await eventsOf("StockAdjusted");
    const [resolved] = await eventsOf("IssueResolved");
    expect(adjusted?.data).toEqual({ productId: milo, delta: 3, reason: "Missing" });
    expect(resolved).toMatchObject({
      command_id: adjusted?.command_id,
      data: { issueId: issue.id, kind: "below-zero", thing: milo, how: "missing" },
    });
    // Nothing is missing now, so nothing is booked.
    expect((await resolve(shop, issue, "missing")).status).toBe(200);
    expect(await eventsOf("StockAdjusted")).toHaveLength(1);
    await shop.sell(sold(1));
    await resolve(shop, await issueOf(shop, "below-zero"), "missing");
    expect([await shop.stockOf(milo), await issuesOf(shop)]).toEqual([0, []]);
  });

  test("ATTN-01: of a deleted product is not listed", async () => {
    await shop.sell(sold(5));
    await shop.ask("DELETE", `/api/products.php?id=${milo}`, {});
    expect(await issuesOf(shop)).toEqual([]);
  });
});

describe("entries that have not arrived", () => {
  const silent = (ms: number) =>
    apis.query("update ops.tills set contact_ms = contact_ms - $2 where tenant_id = $1", [
      shop.tenantId,
      ms,
    ]);

  test("ATTN-04: are listed an hour after the till called, and again when there are more", async () => {
    await shop.till.deliver([shop.till.entry("sale", sold())], { told_seq: 5 });
    expect(await issuesOf(shop)).toEqual([]);
    await silent(61 * 60_000);
    const issue = await issueOf(shop, "missing-entries");
    expect(issue).toMatchObject({
      title: "4 entries have not arrived",
      thing: "2:5:0",
      said: "The till made 5 entries",
      known: "1 entry is here; the rest comes when the till is online",
      ways: ["wait"],
      till: { id: "2", name: "Front counter" },
    });
    expect((await resolve(shop, issue, "lost")).body).toEqual(
      failure("till-not-removed", expect.any(String)),
    );
    await resolve(shop, issue, "wait");
    expect(await issuesOf(shop)).toEqual([]);
    await shop.till.deliver([], { told_seq: 6 });
    await silent(61 * 60_000);
    expect(await kindsOf(shop)).toEqual(["missing-entries"]);
  });

  test("ATTN-05: of a removed till are listed at once, and booked as lost", async () => {
    await shop.till.deliver([shop.till.entry("sale", sold())], { told_seq: 5 });
    await shop.remove("owner", shop.till.till);
    const issue = await issueOf(shop, "missing-entries");
    expect(issue).toMatchObject({ thing: "2:5:1", ways: ["lost"] });
    expect((await resolve(shop, issue, "lost")).status).toBe(200);
    expect(await issuesOf(shop)).toEqual([]);
    const [lost] = await eventsOf("EntriesLost");
    const [resolved] = await eventsOf("IssueResolved");
    expect(lost?.data).toEqual({ till: 2, from: 2, to: 5 });
    expect(lost?.command_id).toBe(resolved?.command_id);
    expect(await shop.list()).toMatchObject([{ till: 2, missing_entries: 0 }]);
    // What it sends all the same follows on these numbers.
    expect(await shop.till.deliver([])).toMatchObject({ next: 6 });
  });
});

describe("one phone number", () => {
  const add = async (name: string, phone: string): Promise<string> => {
    const body = { first_name: name, last_name: "Mensah", phone };
    return idOf(await shop.ask("POST", "/api/customers.php", body));
  };

  test("ATTN-06: of two customers is listed, however it is written, until both are kept", async () => {
    const ama = await add("Ama", "024 412 3456");
    await add("Esi", "024 999 9999");
    expect(await issuesOf(shop)).toEqual([]);
    const kofi = await add("Kofi", "+233 24 412-3456");
    const issue = await issueOf(shop, "same-phone");
    expect(issue).toMatchObject({
      thing: `${[ama, kofi].toSorted().join()}:2`,
      title: "Customers have the same phone number",
      ways: ["keep"],
      customers: expect.arrayContaining([
        { id: ama, name: "Ama Mensah" },
        { id: kofi, name: "Kofi Mensah" },
      ]),
    });
    expect(`${issue.said} ${issue.known}`).toContain("Ama Mensah, 024 412 3456");
    await resolve(shop, issue, "keep");
    expect(await issuesOf(shop)).toEqual([]);
    // Neither the id nor the event says which number it is.
    expect(JSON.stringify(await eventsOf("IssueResolved"))).not.toContain("4123456");
    await add("Yaa", "0244123456");
    expect((await issueOf(shop, "same-phone")).customers).toHaveLength(3);
  });

  test("ATTN-06: is no issue once one of them is erased", async () => {
    await add("Ama", "0244123456");
    const kofi = await add("Kofi", "0244123456");
    expect(await kindsOf(shop)).toEqual(["same-phone"]);
    await shop.ask("POST", `/api/v1/customers/${kofi}/erase`, {});
    expect(await issuesOf(shop)).toEqual([]);
  });
});

describe("resolving", () => {
  const flagged = async () => {
    await shop.sell(soldLines([line(newId(), 1, { name: "Gari" })]));
    return issueOf(shop, "product-unknown");
  };

  test("ATTN-17: is done once, by an owner or manager", async () => {
    const issue = await flagged();
    for (const as of ["cashier", "stock_keeper", "accountant", "auditor"] as const) {
      expect((await shop.call(as, "GET", ISSUES)).status).toBe(403);
      expect((await resolve(shop, issue, "fine", { as })).status).toBe(403);
    }
    expect(await eventsOf("IssueResolved")).toEqual([]);
    const headers = { "idempotency-key": randomUUID() };
    for (let i = 0; i < 2; i += 1) {
      expect((await resolve(shop, issue, "fine", { as: "manager", headers })).status).toBe(200);
    }
    expect((await resolve(shop, issue, "fine")).status).toBe(200);
    expect(await eventsOf("IssueResolved")).toHaveLength(1);
  });

  test("ATTN-18: needs the issue's own id, one of its ways, and something that exists", async () => {
    const issue = await flagged();
    const kind = "product-unknown";
    const other = newId();
    const refusals = [
      await resolve(shop, { ...issue, id: newId() }, "fine"),
      await resolve(shop, { ...issue, kind: "clock" }, "fine"),
      await resolve(
        shop,
        { kind, thing: other, id: issueStream(shop.tenantId, kind, other) },
        "fine",
      ),
      await resolve(shop, issue, "missing"),
    ];
    expect(refusals.map(({ body }) => body)).toEqual([
      failure("issue-not-found", "There is no such issue."),
      failure("issue-not-found", "There is no such issue."),
      failure("issue-not-found", "There is no such issue."),
      failure("wrong-way", "This issue cannot be resolved in this way."),
    ]);
    expect(await eventsOf("IssueResolved")).toEqual([]);
  });

  test("ATTN-19: in one business leaves the equal issue of another", async () => {
    const other = await openCounter(apis);
    const entry = shop.till.entry("sale", soldLines([line(newId(), 1, { name: "Gari" })]));
    const [ours, theirs] = [await shop.till.deliver([entry]), await other.till.deliver([entry])];
    expect(ours.results).toEqual(theirs.results);
    const [own] = await issuesOf(shop);
    const theirUnknown = (await issuesOf(other)).find(({ kind }) => kind === "product-unknown");
    expect(theirUnknown?.thing).toBe(own?.thing);
    expect(theirUnknown?.id).not.toBe(own?.id);
    if (own) await resolve(shop, own, "fine");
    expect(await issuesOf(shop)).toEqual([]);
    expect(await kindsOf(other)).toContain("product-unknown");
  });
});
