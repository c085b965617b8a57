import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import { openReacting, type Reacting, until } from "#tests/integration/settings/reacting.ts";
import { openTenant, type TestTenant } from "#tests/integration/tills/tills.ts";

const LIMIT = 12;

let apis: Reacting;
let shop: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  apis = await openReacting({ receiptMailsPerHour: LIMIT });
});
afterAll(() => apis.close());
beforeEach(async () => {
  [shop, other] = [await openTenant(apis), await openTenant(apis)];
});

type Person = Parameters<TestTenant["call"]>[0];

async function write(of: TestTenant, url: string, body: object, method: "POST" | "PUT" = "POST") {
  const answer = await of.call("owner", method, url, { body });
  expect([url, answer.status]).toEqual([url, 200]);
  return answer;
}

const newEmail = (): string => `${randomUUID()}@customers.example`;

const addCustomer = async (of: TestTenant, email?: string): Promise<string> =>
  idOf(await write(of, "/api/customers.php", { first_name: "Ama", last_name: "Mensah", email }));

/** Two tins for 19.00, paid with 20.00. */
async function sell(of: TestTenant, customer_id?: string): Promise<string> {
  const milo = { name: "Milo <b>400g</b>", price: 9.5, stock: 5 };
  const product_id = idOf(await write(of, "/api/products.php", milo));
  const tenders = [{ method: "cash", amount: 19, given: 20 }];
  const items = [{ product_id, quantity: 2, unit_price: 9.5 }];
  return idOf(await write(of, "/api/sales.php", { items, customer_id, tenders, notes: "Quiet" }));
}

type Sending = Readonly<{ as?: Person; key?: string }>;

const send = (of: TestTenant, sale: string, email: string, { as = "owner", key }: Sending = {}) =>
  of.call(as, "POST", `/api/v1/sales/${sale}/receipt-email`, {
    body: { email },
    headers: { "idempotency-key": key ?? randomUUID() },
  });

async function received(address: string) {
  await until(() => expect(apis.mailSink.sentTo(address)).toHaveLength(1));
  const [letter] = apis.mailSink.sentTo(address);
  const { subject, text = "", html = "" } = letter?.email ?? {};
  return { subject, text: text.replaceAll("\r\n", "\n"), html };
}

const eventsAbout = (type: string) =>
  apis.query<{ data: { saleId?: string; to: string } }>(
    "select data from es.events where tenant_id = $1 and type = $2",
    [shop.tenantId, type],
  );

describe("a receipt by email", () => {
  test("SALE-60: arrives with its lines, sums, tax, the shop's phone and its public page", async () => {
    await write(
      shop,
      "/api/v1/settings/business",
      {
        business_name: "Ama's & Co",
        phone: "024 455 0182",
        tax_rate: 15,
        receipt_footer: "Thanks",
      },
      "PUT",
    );
    const email = newEmail();
    const sale = await sell(shop, await addCustomer(shop));
    expect((await send(shop, sale, email)).status).toBe(200);
    const { subject, text, html } = await received(email);
    expect(subject).toBe("Receipt 1-1-1 from Ama's & Co");
    for (const line of [
      "Ama's & Co",
      "024 455 0182",
      "Milo <b>400g</b>, 2 × GH₵9.50  GH₵19.00",
      "Total  GH₵19.00",
      "Cash  GH₵20.00",
      "Change  GH₵1.00",
      "Thanks",
    ]) {
      expect(text).toContain(line);
    }
    expect(text).toMatch(/incl\. .+ GH₵/);
    expect(html).toContain("<td>Milo &lt;b&gt;400g&lt;/b&gt;, 2 × GH₵9.50</td><td>GH₵19.00</td>");
    expect(text + html).not.toMatch(/Mensah|Quiet/);

    const [, token = ""] = /\/r\/([\w-]{22})\n/.exec(text) ?? [];
    expect(html).toContain(`/r/${token}">See this receipt online`);
    await until(async () => {
      const page = await apis.apps.query.inject({ method: "GET", url: `/r/${token}` });
      expect(page.body).toContain("Valid receipt");
    });
  });

  test("SALE-60: has no link where the shop shares none", async () => {
    await write(shop, "/api/v1/settings/business", { receipt_links: false }, "PUT");
    const email = newEmail();
    await send(shop, await sell(shop), email);
    expect((await received(email)).text).not.toContain("/r/");
  });

  test("SALE-61: is sent once, however often the request is repeated", async () => {
    const email = newEmail();
    const sale = await sell(shop);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send(shop, sale, email, { key })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await received(email);
    await apis.settled();
    expect(apis.mailSink.sentTo(email)).toHaveLength(1);
    expect(await eventsAbout("ReceiptEmailRequested")).toHaveLength(1);
  });

  test("SALE-62: is tried again until the server takes it, and given up for a wrong address", async () => {
    const [later, wrong] = [newEmail(), newEmail()];
    const sale = await sell(shop);
    apis.mailSink.refuse(451);
    await send(shop, sale, later);
    await received(later);
    apis.mailSink.refuse(550);
    await send(shop, sale, wrong);
    await until(async () => {
      const failed = await apis.query(
        "select 1 from es.events where tenant_id = $1 and type = 'MailFailed' and (data ->> 'final')::boolean",
        [shop.tenantId],
      );
      expect(failed).toHaveLength(1);
    });
    expect(apis.mailSink.sentTo(wrong)).toEqual([]);
  });

  test("SALE-63: of a voided sale says that it is void", async () => {
    const email = newEmail();
    const sale = await sell(shop);
    const voided = await shop.call("owner", "DELETE", "/api/sales.php", { body: { id: sale } });
    expect(voided.status).toBe(200);
    await send(shop, sale, email);
    const { subject, text } = await received(email);
    expect(subject).toMatch(/^VOID: receipt 1-1-1 from /);
    expect(text).toMatch(/^VOID: the shop voided this sale\./);
  });

  test("SALE-64: is asked for by those who see customers, of a sale of their own shop", async () => {
    const email = newEmail();
    const [own, theirs] = [await sell(shop), await sell(other)];
    expect((await send(shop, own, email, { as: "cashier" })).status).toBe(200);
    expect((await send(shop, own, email, { as: "stock_keeper" })).status).toBe(403);
    for (const unknown of [theirs, randomUUID(), "x"]) {
      expect((await send(shop, unknown, email)).status).toBe(404);
    }
    await received(email);
  });

  test("SALE-65: leaves no address in the log, and none in a list", async () => {
    const email = newEmail();
    const sale = await sell(shop, await addCustomer(shop));
    await send(shop, sale, email);
    await received(email);
    await apis.settled();
    const [found] = await apis.query<{ found: number }>(
      `select (select count(*) from es.events where data::text like $1 or meta::text like $1)::int
            + (select count(*) from jobs.job where data::text like $1)::int
            + (select count(*) from rm.rm_mails where to_email = $2)::int
            + (select count(*) from rm.rm_platform_mails where to_email = $2)::int as found`,
      [`%${email}%`, email],
    );
    expect(found).toEqual({ found: 0 });
  });

  test("SALE-66: is not sent to a customer who was erased", async () => {
    const customer = await addCustomer(shop, newEmail());
    const sale = await sell(shop, customer);
    await write(shop, `/api/v1/customers/${customer}/erase`, {});
    const email = newEmail();
    const answer = await send(shop, sale, email);
    expect([answer.status, answer.body]).toMatchObject([409, { code: "customer-erased" }]);
    await apis.settled();
    expect(apis.mailSink.sentTo(email)).toEqual([]);
  });

  test("SALE-67: is limited for each shop", async () => {
    const sale = await sell(shop);
    const statuses: number[] = [];
    for (let n = 0; n <= LIMIT; n++) statuses.push((await send(shop, sale, "no email")).status);
    // What is refused by its form does not count.
    expect(new Set(statuses)).toEqual(new Set([400]));
    const asked = await Promise.all(
      Array.from({ length: LIMIT + 1 }, () => send(shop, sale, newEmail())),
    );
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await send(other, await sell(other), newEmail())).status).toBe(200);
  });
});

describe("receipts to customers by themselves", () => {
  const turn = (on: boolean, of = shop) =>
    write(of, "/api/v1/settings/notifications", { customer_notifications: on }, "PUT");
  /** Once no job waits, not even for its next try. */
  const sentTo = async (email: string): Promise<number> => {
    await apis.settled();
    await until(async () => {
      const waiting = await apis.query("select 1 from jobs.job where state < 'completed'");
      expect(waiting).toHaveLength(0);
    });
    return apis.mailSink.sentTo(email).length;
  };

  const failedOnce = () =>
    until(async () => expect(await eventsAbout("MailFailed")).toHaveLength(1));

  test("NOTE-17: arrive once, when the sale is recorded, while the setting is on", async () => {
    const email = newEmail();
    const customer = await addCustomer(shop, email);
    await sell(shop, customer);
    expect(await sentTo(email)).toBe(0);
    await turn(true);
    await sell(shop, customer);
    expect((await received(email)).subject).toMatch(/^Receipt 1-1-2 from Shop/);
    await turn(false);
    await sell(shop, customer);
    expect(await sentTo(email)).toBe(1);
  });

  test("NOTE-18: do not arrive again when the log is read again", async () => {
    const email = newEmail();
    await turn(true);
    await sell(shop, await addCustomer(shop, email));
    expect(await sentTo(email)).toBe(1);
    await apis.query("update es.reactor_cursors set seq = 0 where tenant_id = $1", [shop.tenantId]);
    expect(await sentTo(email)).toBe(1);
  });

  test("NOTE-19: have no effect on another shop, or on customers without an address", async () => {
    await turn(true);
    const [own, theirs] = [newEmail(), newEmail()];
    await sell(other, await addCustomer(other, theirs));
    await sell(shop, await addCustomer(shop));
    await sell(shop);
    await sell(shop, await addCustomer(shop, own));
    await received(own);
    expect(await sentTo(theirs)).toBe(0);
    const mails = await apis.query(
      "select 1 from es.events where tenant_id = $1 and type = 'MailRequested'",
      [shop.tenantId],
    );
    expect(mails).toHaveLength(1);
  });

  test("NOTE-20: are not for a sale of a past day, and not for a voided one", async () => {
    await turn(true);
    const [past, voided] = [newEmail(), newEmail()];
    const DAY_MS = 86_400_000;
    const product_id = idOf(
      await write(shop, "/api/products.php", { name: "Milo", price: 9.5, stock: 5 }),
    );
    await write(shop, "/api/sales.php", {
      customer_id: await addCustomer(shop, past),
      items: [{ product_id, quantity: 1, unit_price: 9.5 }],
      occurred_at: new Date(Date.now() - 2 * DAY_MS).toISOString(),
    });
    expect(await sentTo(past)).toBe(0);
    apis.mailSink.refuse(451);
    const sale = await sell(shop, await addCustomer(shop, voided));
    await failedOnce();
    await shop.call("owner", "DELETE", "/api/sales.php", { body: { id: sale } });
    expect(await sentTo(voided)).toBe(0);
  });

  test("NOTE-21: are not for a customer who is erased before they go out", async () => {
    await turn(true);
    const email = newEmail();
    const customer = await addCustomer(shop, email);
    apis.mailSink.refuse(451);
    await sell(shop, customer);
    await failedOnce();
    await write(shop, `/api/v1/customers/${customer}/erase`, {});
    expect(await sentTo(email)).toBe(0);
  });
});
