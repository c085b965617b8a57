import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { row } from "#tests/scorecard/row.ts";

const LIMIT = 5;

let apis: Apis;
beforeAll(async () => {
  apis = await openApis({ testMailsPerHour: LIMIT });
});
afterAll(() => apis.close());

const address = (): string => `${randomUUID()}@mail.example`;
const TEST_MAIL = "/api/notifications/test-email";
const byGet = (email: string, as: Identity = "owner") =>
  apis.ask("GET", `${TEST_MAIL}?email=${encodeURIComponent(email)}`, { as });
const logs = async (as: Identity = "owner") =>
  (await apis.askOf.query("GET", "/api/notifications/logs?limit=50", { as })).body;
const forgetTheHour = async (): Promise<void> => {
  await apis.close();
  apis = await openApis({ testMailsPerHour: LIMIT });
};

describe("a test email", () => {
  test("is successful when the mail server has accepted it, and is in the log", async () => {
    const email = address();
    const answer = await byGet(email);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: "Test email sent successfully!" },
    ]);
    const [mail, ...others] = apis.mailSink.sentTo(email);
    expect(others).toEqual([]);
    expect(mail?.email).toMatchObject({
      subject: "Test Email from Tillbook",
      from: { address: "no-reply@shops.example" },
    });
    expect(mail?.email.text).toContain("Own shop");
    expect(mail?.email.html).toContain("Own shop");
    expect(await logs()).toMatchObject({
      success: true,
      data: {
        notifications: [
          { subject: "Test Email from Tillbook", to_email: email, status: "success", error: null },
        ],
      },
    });
    expect(await logs("foreign owner")).toMatchObject({ data: { notifications: [] } });
  });

  test("an email refused by the mail server is not a success, and the log says failed", async () => {
    apis.mailSink.refuse(550);
    const email = address();
    const answer = await apis.ask("POST", TEST_MAIL, { body: { email } });
    expect([answer.status, answer.body]).toMatchObject([
      502,
      { success: false, error: "Failed to send test email", code: "mail-not-accepted" },
    ]);
    expect(await logs()).toMatchObject({
      data: {
        notifications: [
          { to_email: email, status: "failed", error: "The mail server answered 550" },
          { status: "success" },
        ],
      },
    });
  });

  test("with one key is one email, whose address is sealed in the log", async () => {
    const email = address();
    const headers = { "idempotency-key": randomUUID() };
    for (let time = 0; time < 2; time++) {
      const answer = await apis.ask("POST", TEST_MAIL, { body: { email }, headers });
      expect(answer.status).toBe(200);
    }
    expect(apis.mailSink.sentTo(email)).toHaveLength(1);
    const [{ clear } = { clear: -1 }] = await apis.query<{ clear: number }>(
      "select count(*)::int as clear from es.events where data::text like $1",
      [`%${email}%`],
    );
    expect(clear).toBe(0);
  });
});

test("NSET-12, API-12: no header injection, and HEAD sends nothing", async () => {
  await forgetTheHour();
  const sent = () => apis.mailSink.received.length;

  const injections = [
    "a@b.example\r\nBcc: c@d.example",
    "a@b.example\n",
    "a@b.example,c@d.example",
    "a@b.example,c",
    "<a@b.example>",
  ];
  for (const email of injections) {
    expect([email, (await byGet(email)).status]).toEqual([email, 400]);
    expect((await apis.ask("POST", TEST_MAIL, { body: { email } })).status).toBe(400);
  }
  const empty = await apis.ask("POST", TEST_MAIL, { body: { email: "" } });
  expect(empty.body).toMatchObject({ error: "email: Please enter an email address" });
  const head = await apis.service.app.inject({
    method: "HEAD",
    url: `${TEST_MAIL}?email=a@b.example`,
    headers: { authorization: `Bearer ${apis.tokenOf("owner")}` },
  });
  expect(head.statusCode).toBeGreaterThanOrEqual(400);
  expect(sent()).toBe(0);
  process.stdout.write(`${injections.length * 2} injections refused, HEAD sent 0\n`);
});

row(38, "NSET-12: at most 5 test emails an hour per business", async ({ figure, control }) => {
  await forgetTheHour();
  const sent = () => apis.mailSink.received.length;
  const statuses: number[] = [];
  for (let time = 0; time < LIMIT + 3; time++) {
    statuses.push((await byGet(address(), time % 2 === 0 ? "owner" : "manager")).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  const mailed = sent();
  expect(mailed).toBe(LIMIT);
  expect((await byGet(address(), "foreign owner")).status).toBe(200);

  const alerts: number[] = [];
  for (let time = 0; time < LIMIT + 1; time++) {
    alerts.push(
      (await apis.ask("POST", "/api/notifications/send-low-stock-alerts", { body: {} })).status,
    );
  }
  expect(alerts).toEqual([200, 200, 200, 200, 200, 429]);
  figure("test emails of one business in an hour", mailed, { atMost: LIMIT });

  const own = await openApis({ testMailsPerHour: 1_000 });
  for (let time = 0; time < LIMIT + 3; time++) {
    await own.ask("GET", `${TEST_MAIL}?email=${encodeURIComponent(address())}`);
  }
  control("test emails without the limit", own.mailSink.received.length, { atLeast: LIMIT + 1 });
  await own.close();
});

describe("low stock alerts", () => {
  const send = () => apis.ask("POST", "/api/notifications/send-low-stock-alerts");
  const rolesOf = async (emails: readonly string[]): Promise<string[]> => {
    const rows = await apis.query<{ role: string }>(
      `select m.role from auth.users u join auth.memberships m on m.user_id = u.user_id
        where u.email = any ($1) and m.tenant_id = $2`,
      [emails, apis.tenantId],
    );
    return rows.map(({ role }) => role);
  };
  const digests = () =>
    apis.mailSink.received.filter(({ email }) => email.subject?.startsWith("Low Stock Alert"));

  test("NSET-13: are one email about all products that run low, and none about them for a day", async () => {
    await forgetTheHour();
    expect((await send()).body).toEqual({
      success: true,
      message: "0 low stock alerts sent!",
      alerts_sent: 0,
    });
    await apis.addProduct("Milo", 3);
    await apis.addProduct("Plenty", 50);
    await apis.addProduct("Tea", 0);
    expect((await send()).body).toMatchObject({
      message: "2 low stock alerts sent!",
      alerts_sent: 2,
    });
    const [digest, ...others] = digests();
    expect(others).toEqual([]);
    expect(await rolesOf(digest?.to ?? [])).toEqual(["owner"]);
    expect(digest?.email.text).toContain(
      "Milo is running low on stock (3 remaining, threshold: 10)",
    );
    expect(digest?.email.text).toContain("Tea is running low on stock (0 remaining");
    expect(digest?.email.text).not.toContain("Plenty");

    expect((await send()).body).toMatchObject({ alerts_sent: 0 });
    await apis.addProduct("Salt", 1);
    expect((await send()).body).toMatchObject({ alerts_sent: 1 });
    expect(digests()).toHaveLength(2);
  });

  test("alerts refused by the mail server are not a success, and may be sent again", async () => {
    await forgetTheHour();
    await apis.addProduct("<b>Milo</b> & Co", 3);
    apis.mailSink.refuse(554);
    const refused = await send();
    expect([refused.status, refused.body]).toMatchObject([
      502,
      { error: "Failed to send low stock alerts" },
    ]);
    expect((await send()).body).toMatchObject({ alerts_sent: 1 });
    const [digest] = digests();
    expect(digest?.email.html).toContain("&lt;b&gt;Milo&lt;/b&gt; &amp; Co");
  });

  test("MONEY-10: use the tenant's own threshold", async () => {
    await forgetTheHour();
    await apis.addProduct("Milo", 20);
    await apis.ask("POST", "/api/notifications/update-settings", {
      body: { low_stock_threshold: 21 },
    });
    expect((await send()).body).toMatchObject({ alerts_sent: 1 });
    expect(digests()[0]?.email.text).toContain("(20 remaining, threshold: 21)");
  });
});
