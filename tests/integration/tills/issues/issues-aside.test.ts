import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { UserId } from "#kernel/contract/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { failure } from "#tests/integration/command-api/routes/ask.ts";
import {
  type Counter,
  line,
  openCounter,
  soldLines,
} from "#tests/integration/tills/counter-sales.ts";

import { issueOf, issuesOf, kindsOf, resolve } from "./issues.ts";

let apis: Apis;
let shop: Counter;
let milo: string;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  shop = await openCounter(apis);
  milo = await shop.addProduct("Milo", 10);
});

const sold = (quantity = 1) => soldLines([line(milo, quantity)]);

/** A sale that arrives after its till was removed. */
async function lateSale(over: Parameters<typeof shop.till.entry>[2] = {}) {
  const entry = shop.till.entry("sale", sold(3), over);
  await shop.remove("owner", shop.till.till);
  const { results } = await shop.till.deliver([entry]);
  expect(results).toMatchObject([{ state: "aside", reason: "till-revoked" }]);
  return entry;
}

type Stored = Readonly<{
  type: string;
  data: Record<string, unknown>;
  meta: Record<string, unknown>;
  actor_id: string;
  occurred_ms: number;
  command_id: string;
}>;

const resolutions = () =>
  apis.query<Stored>(
    `select type, data, meta, actor_id, occurred_ms, command_id from es.events
      where tenant_id = $1 and command_id in (
            select command_id from es.events where tenant_id = $1 and type = 'EntryResolved')
      order by seq`,
    [shop.tenantId],
  );

describe("an entry that was set aside", () => {
  test("ATTN-30: is listed with what the till said and the reason", async () => {
    const entry = await lateSale();
    expect(await issueOf(shop, "set-aside")).toMatchObject({
      thing: `2:${entry.id}`,
      title: "A till's sale was set aside",
      said: expect.stringMatching(/^Entry 1, by .+: 3 x Milo for GH₵13\.50$/),
      known: "Not recorded, because the till was removed before it arrived.",
      ways: ["record", "discard"],
      till: { id: "2" },
    });
  });

  test("ATTN-31: is recorded as the sale of the person at the till, once", async () => {
    const cashier = UserId.parse(randomUUID());
    const entry = await lateSale({ person: cashier });
    const issue = await issueOf(shop, "set-aside");
    const headers = { "idempotency-key": randomUUID() };
    expect((await resolve(shop, issue, "record", { headers })).status).toBe(200);
    expect((await resolve(shop, issue, "record", { headers })).status).toBe(200);
    expect((await resolve(shop, issue, "record")).status).toBe(200);
    const [sale, resolved, ...more] = await resolutions();
    expect(more).toEqual([]);
    expect(sale).toMatchObject({
      type: "SaleRecorded",
      data: { saleId: entry.id, register: 2 },
      actor_id: cashier,
      occurred_ms: entry.at,
      meta: { source: "till", deviceSeq: 1 },
    });
    expect(resolved).toMatchObject({
      type: "EntryResolved",
      data: { till: 2, entryId: entry.id, as: "recorded", by: shop.ownerId },
      command_id: sale?.command_id,
    });
    expect(await shop.stockOf(milo)).toBe(7);
    expect(await shop.read("/api/sales.php")).toMatchObject([{ id: entry.id, total_amount: 13.5 }]);
    // The sale itself needs attention now: its person is not on the staff.
    expect(await kindsOf(shop)).toEqual(["no-right", "person-unproved"]);
    const late = await resolve(shop, issue, "discard");
    expect([late.status, late.body]).toEqual([409, failure("issue-resolved", expect.any(String))]);
  });

  test("ATTN-32: that still cannot be recorded stays, with a clear refusal", async () => {
    const wrong = { ...sold(), totalMinor: 1 };
    await shop.till.deliver([shop.till.entry("sale", wrong), shop.till.entry("sale", { no: 1 })]);
    const issues = await issuesOf(shop);
    expect(issues.map(({ said }) => said.replace(/^Entry \d, by .+?: /, ""))).toEqual(
      expect.arrayContaining(["1 x Milo for GH₵0.01", "it cannot be read"]),
    );
    const texts = [];
    for (const issue of issues) {
      const { status, body } = await resolve(shop, issue, "record");
      expect(status).toBe(409);
      texts.push(body);
    }
    const prefix = "This still cannot be recorded: ";
    expect(texts).toEqual(
      expect.arrayContaining([
        failure("entry-not-possible", `${prefix}its lines, tax and payments do not add up.`),
        failure("entry-not-possible", `${prefix}it cannot be read.`),
      ]),
    );
    expect(await kindsOf(shop)).toEqual(["set-aside", "set-aside"]);
    expect(await resolutions()).toEqual([]);
  });

  test("ATTN-33: is discarded, and never counts", async () => {
    await lateSale();
    const issue = await issueOf(shop, "set-aside");
    expect((await resolve(shop, issue, "discard")).status).toBe(200);
    expect((await resolve(shop, issue, "discard")).status).toBe(200);
    expect(await issuesOf(shop)).toEqual([]);
    expect(await resolutions()).toMatchObject([
      { type: "EntryResolved", data: { as: "discarded" }, actor_id: shop.ownerId },
    ]);
    expect(await shop.stockOf(milo)).toBe(10);
    expect((await resolve(shop, issue, "record")).status).toBe(409);
  });

  test("ATTN-34: loses what it said when its customer is erased, and can only be discarded", async () => {
    const customer = await shop.addCustomer("Yaa");
    const named = { ...sold(), totalMinor: 1, customer: { id: customer, name: "Yaa Mensah" } };
    await shop.till.deliver([shop.till.entry("sale", named)]);
    expect((await issueOf(shop, "set-aside")).said).toContain("1 x Milo for GH₵0.01");
    await shop.ask("POST", `/api/v1/customers/${customer}/erase`, {});
    const issue = await issueOf(shop, "set-aside");
    expect(issue.said).toMatch(/: what it said is not kept$/);
    expect((await resolve(shop, issue, "record")).body).toEqual(
      failure("entry-erased", expect.any(String)),
    );
    expect((await resolve(shop, issue, "discard")).status).toBe(200);
    expect(await issuesOf(shop)).toEqual([]);
  });

  test("ATTN-35: is recorded in one business only, although another has the same entry", async () => {
    const other = await openCounter(apis);
    const wrong = { ...sold(), currency: "USD" } as const;
    const entry = shop.till.entry("sale", wrong);
    await shop.till.deliver([entry]);
    await other.till.deliver([entry]);
    const issue = await issueOf(shop, "set-aside");
    const foreign = await resolve(other, issue, "discard");
    expect([foreign.status, foreign.body]).toEqual([
      404,
      failure("issue-not-found", expect.any(String)),
    ]);
    await resolve(shop, issue, "discard");
    expect(await issuesOf(shop)).toEqual([]);
    expect(await kindsOf(other)).toEqual(["set-aside"]);
    expect(await other.eventsOf(entry.id)).toEqual([]);
  });
});
