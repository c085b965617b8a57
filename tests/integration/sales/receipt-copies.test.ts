import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { TILL_SIGNATURE } from "#kernel/contract/api/till/entries.ts";
import { TILL_COPIES_PATH } from "#kernel/contract/api/till/receipt-copies.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import { openReacting, type Reacting, until } from "#tests/integration/settings/reacting.ts";
import {
  type Counter,
  line,
  openCounter,
  soldLines,
} from "#tests/integration/tills/counter-sales.ts";
import type { TestTenant } from "#tests/integration/tills/tills.ts";

let apis: Reacting;
let shop: Counter;
let other: Counter;
beforeAll(async () => {
  apis = await openReacting();
});
afterAll(() => apis.close());
beforeEach(async () => {
  [shop, other] = [await openCounter(apis), await openCounter(apis)];
});

type Person = Parameters<TestTenant["call"]>[0];

/** A sale of one tin, entered without a till. */
async function sell(of: Counter): Promise<string> {
  const items = [{ product_id: await of.addProduct("Milo", 5), quantity: 1, unit_price: 4.5 }];
  return idOf(await of.ask("POST", "/api/sales.php", { items }));
}

type Copying = Readonly<{ as?: Person; key?: string; by?: string }>;

const copy = (of: Counter, sale: string, number: number, copying: Copying = {}) =>
  of.call(copying.as ?? "owner", "POST", `/api/v1/sales/${sale}/receipt-copies`, {
    body: { copy: number, by: copying.by ?? "print" },
    headers: { "idempotency-key": copying.key ?? randomUUID() },
  });

const copiesOf = (of: Counter, sale: string) => of.read(`/api/v1/sales/${sale}/receipt-copies`);

const storyOf = async (of: Counter, sale: string) =>
  JSON.stringify(await of.read(`/api/v1/audit/stories/sale/${sale}`));

const loggedCopies = ({ tenantId }: Counter) =>
  apis.query<{ data: object; meta: Record<string, unknown>; actor_id: string; at: number }>(
    `select data, meta, actor_id, occurred_ms as at from es.events
      where tenant_id = $1 and type = 'ReceiptCopied' order by seq`,
    [tenantId],
  );

type TillCopy = Readonly<{
  id: string;
  sale: string;
  copy: number;
  by: string;
  person: string;
  at: number;
}>;

const tillCopy = (of: Counter, sale: string, over: Partial<TillCopy> = {}): TillCopy => ({
  id: randomUUID(),
  sale,
  copy: 2,
  by: "print",
  person: of.ownerId,
  at: Date.now(),
  ...over,
});

/** As a till sends what it kept: signed, without a session. */
async function send(of: Counter, copies: readonly TillCopy[], by = of) {
  const body = { tenant: of.tenantId, till: of.till.till, copies };
  const payload = Buffer.from(JSON.stringify(body));
  const answer = await apis.apps.command.inject({
    method: "POST",
    url: TILL_COPIES_PATH,
    headers: {
      "content-type": "application/json",
      [TILL_SIGNATURE]: by.till.signer.sign(TILL_COPIES_PATH, payload),
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<{ settled?: string[] }>() };
}

describe("a copy of a receipt", () => {
  test("SALE-75: is recorded with who made it, when and how, and a sale without one has no record", async () => {
    const [sale, plain] = [await sell(shop), await sell(shop)];
    expect((await copy(shop, sale, 2)).status).toBe(200);
    expect((await copy(shop, sale, 3, { as: "cashier", by: "whatsapp" })).status).toBe(200);
    expect(await copiesOf(shop, sale)).toEqual({ copies: 2 });
    expect(await copiesOf(shop, plain)).toEqual({ copies: 0 });
    const logged = await loggedCopies(shop);
    expect(logged.map(({ data }) => data)).toEqual([
      { saleId: sale, copy: 2, by: "print" },
      { saleId: sale, copy: 3, by: "whatsapp" },
    ]);
    expect(logged[0]?.actor_id).toBe(shop.ownerId);
    expect(logged[1]?.actor_id).not.toBe(shop.ownerId);
    const [{ count } = { count: -1 }] = await apis.query<{ count: number }>(
      "select count(*)::int from rm.rm_receipt_copies where tenant_id = $1 and sale_id = $2",
      [shop.tenantId, plain],
    );
    expect(count).toBe(0);
  });

  test("SALE-75: is in the history of its sale, and among a person's acts of its type", async () => {
    const sale = await sell(shop);
    await copy(shop, sale, 2);
    await copy(shop, sale, 3, { as: "cashier", by: "sms" });
    expect(await storyOf(shop, sale)).toMatch(
      /sold 1 x Milo.*printed the receipt of sale \w+ again, as copy 2\..*sent by SMS the receipt of sale \w+ again, as copy 3\./,
    );
    const found = JSON.stringify(
      await shop.read(
        `/api/v1/audit/events?sale=${sale}&type=ReceiptCopied&person=${shop.ownerId}`,
      ),
    );
    expect(found).toContain("as copy 2");
    expect(found).not.toMatch(/as copy 3|sold 1/);
  });

  test("SALE-75: that is asked for again with its key is recorded once", async () => {
    const [sale, key] = [await sell(shop), randomUUID()];
    expect((await copy(shop, sale, 2, { key })).status).toBe(200);
    expect((await copy(shop, sale, 2, { key })).status).toBe(200);
    expect((await copy(shop, sale, 3, { key })).status).toBe(422);
    expect(await copiesOf(shop, sale)).toEqual({ copies: 1 });
  });

  test("SALE-75: of another business's sale is refused like one of no sale, and counts for neither", async () => {
    const [sale, theirs] = [await sell(shop), await sell(other)];
    const refused = await copy(shop, theirs, 2);
    const unknown = await copy(shop, randomUUID(), 2);
    expect([refused.status, unknown.status]).toEqual([404, 404]);
    await copy(shop, sale, 2);
    expect(await copiesOf(other, theirs)).toEqual({ copies: 0 });
    expect((await shop.call("owner", "GET", `/api/v1/sales/${theirs}/receipt-copies`)).status).toBe(
      404,
    );
  });

  test("SALE-78: from two devices at once counts twice, also under one number", async () => {
    const sale = await sell(shop);
    const made = await Promise.all([1, 2, 3].map(() => copy(shop, sale, 2)));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await copiesOf(shop, sale)).toEqual({ copies: 3 });
  });

  test("SALE-75: of a voided sale counts, too", async () => {
    const sale = await sell(shop);
    await shop.ask("DELETE", `/api/sales.php?id=${sale}`, {});
    expect((await copy(shop, sale, 2)).status).toBe(200);
    expect(await copiesOf(shop, sale)).toEqual({ copies: 1 });
  });

  test("SALE-79: by email says so in the email, and counts in the same step", async () => {
    const [sale, email] = [await sell(shop), `${randomUUID()}@customers.example`];
    const headers = { "idempotency-key": randomUUID() };
    const body = { email, copy: 2 };
    const url = `/api/v1/sales/${sale}/receipt-email`;
    expect((await shop.call("owner", "POST", url, { body, headers })).status).toBe(200);
    expect((await shop.call("owner", "POST", url, { body, headers })).status).toBe(200);
    await until(() => expect(apis.mailSink.sentTo(email)).toHaveLength(1));
    expect(apis.mailSink.sentTo(email)[0]?.email.text).toMatch(/^Copy 2$/m);
    expect(await copiesOf(shop, sale)).toEqual({ copies: 1 });
    const first = `${randomUUID()}@customers.example`;
    await shop.call("owner", "POST", url, { body: { email: first } });
    await until(() => expect(apis.mailSink.sentTo(first)).toHaveLength(1));
    expect(apis.mailSink.sentTo(first)[0]?.email.text).not.toContain("Copy");
    expect(await copiesOf(shop, sale)).toEqual({ copies: 1 });
  });
});

describe("SALE-77: copies that a till kept while it had no network", () => {
  const soldHere = async (): Promise<string> =>
    shop.sell(soldLines([line(await shop.addProduct("Milo", 5), 1)]));

  test("are counted once, at the time and for the person that the till says", async () => {
    const sale = await soldHere();
    const at = Date.now() - 1;
    const copies = [tillCopy(shop, sale, { at }), tillCopy(shop, sale, { copy: 3, by: "share" })];
    const settled = copies.map(({ id }) => id);
    expect(await send(shop, copies)).toEqual({ status: 200, body: { settled } });
    expect(await send(shop, copies)).toEqual({ status: 200, body: { settled } });
    expect(await copiesOf(shop, sale)).toEqual({ copies: 2 });
    const [first] = await loggedCopies(shop);
    expect(first).toMatchObject({ actor_id: shop.ownerId, at, meta: { source: "till" } });
    expect(first?.meta["flags"]).toBeUndefined();
  });

  test("wait for their sale", async () => {
    const [sale, missing] = [await soldHere(), randomUUID()];
    const [here, waiting] = [tillCopy(shop, sale), tillCopy(shop, missing)];
    expect((await send(shop, [waiting, here])).body).toEqual({ settled: [here.id] });
  });

  test("of a time that is not believed, or of a person who was not at the till, say so", async () => {
    const sale = await soldHere();
    const at = Date.now() + 3_600_000;
    await send(shop, [tillCopy(shop, sale, { at, person: randomUUID() })]);
    const [logged] = await loggedCopies(shop);
    expect(logged?.meta).toMatchObject({ flags: ["clock", "person-unproved"], claimedMs: at });
    expect(logged?.at).toBeLessThan(at);
  });

  test("are taken from an active till only, by its signature, of its own business", async () => {
    const sale = await soldHere();
    expect((await send(shop, [tillCopy(shop, sale)], other)).status).toBe(403);
    const theirs = await sell(other);
    expect((await send(shop, [tillCopy(shop, theirs)])).body).toEqual({ settled: [] });
    await shop.remove("owner", shop.till.till);
    expect((await send(shop, [tillCopy(shop, sale)])).status).toBe(403);
    expect(await copiesOf(shop, sale)).toEqual({ copies: 0 });
    expect(await loggedCopies(other)).toEqual([]);
  });
});
