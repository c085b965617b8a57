import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { Settings } from "#kernel/contract/api/settings.ts";
import { derivedId } from "#kernel/node/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { logOf } from "#tests/integration/command-api/routes/log-of.ts";

let apis: Apis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

const business = (body: object, as: Identity = "owner", headers: Record<string, string> = {}) =>
  apis.ask("PUT", "/api/v1/settings/business", { as, body, headers });
const read = async (as: Identity = "owner"): Promise<Settings> => {
  const answer = await apis.askOf.query("GET", "/api/v1/settings", { as });
  return z.object({ data: Settings }).parse(answer.body).data;
};
const Sale = z.object({
  data: z.object({ id: z.string(), tax_amount: z.number(), currency: z.string() }),
});
const soldFor = async (product: string, price: number) => {
  // Equal sales on purpose, each with its own key.
  const headers = { "idempotency-key": randomUUID() };
  return Sale.parse((await apis.sell([[product, 1, price]], {}, { headers })).body).data;
};

describe("the settings of a business", () => {
  test("SET-04: start with the defaults", async () => {
    expect(await read("foreign owner")).toEqual({
      business: {
        business_name: "Foreign shop",
        phone: null,
        email: null,
        address: null,
        currency: "GHS",
        timezone: "Africa/Accra",
        tax_rate: 0,
        tax_profile: "unregistered",
        tin: null,
        tax_mode: "inclusive",
        receipt_footer: null,
        oversell_policy: "block",
        offline_days: 14,
        offline_approval_limit: 200,
        receipt_links: true,
        cashiers_see_takings: false,
        discount_limit: 0,
        email_provider: "none",
        payment_provider: "none",
        version: 0,
      },
      notifications: {
        email_notifications: true,
        low_stock_alerts: true,
        sales_reports: true,
        payment_notifications: true,
        system_alerts: true,
        customer_notifications: false,
        low_stock_threshold: 10,
        report_frequency: "monthly",
        email_time: "09:00",
        version: 0,
      },
    });
  });

  test("are stored, read back at once, and cleared by null", async () => {
    const before = (await read()).business.version;
    const saved = await business({
      business_name: "Ama & Sons",
      phone: "0244000001",
      receipt_footer: "Thank you",
      tax_rate: "12.5",
      timezone: "Europe/London",
      oversell_policy: "warn",
    });
    expect(saved.body).toMatchObject({
      success: true,
      message: "Business settings updated successfully!",
    });
    expect((await read()).business).toMatchObject({
      business_name: "Ama & Sons",
      phone: "0244000001",
      tax_rate: 12.5,
      version: before + 1,
    });
    await business({ phone: null, receipt_footer: "" });
    expect((await read()).business).toMatchObject({ phone: null, receipt_footer: "Thank you" });
    await business({ timezone: "Africa/Accra", oversell_policy: "block" });
  });

  test("TAX-01, TAX-02, TAX-03: the owner says how the business is registered for tax, and no one else", async () => {
    await business({ tax_rate: 0 });
    expect((await read()).business).toMatchObject({ tax_profile: "unregistered", tin: null });
    await business({ tax_rate: 15 });
    expect((await read()).business).toMatchObject({ tax_profile: "registered", tin: null });
    expect((await business({ tax_profile: "registered", tin: " C0001234567 " })).status).toBe(200);
    expect((await read("cashier")).business).toMatchObject({ tin: "C0001234567", tax_rate: 15 });
    for (const body of [{ tax_profile: "vat" }, { tax_profile: null }, { tin: "1".repeat(21) }]) {
      expect([body, (await business(body)).status]).toEqual([body, 400]);
    }
    expect((await business({ tax_profile: "unregistered" }, "manager")).status).toBe(403);
    const [now] = await apis.query<{ seq: number }>(
      "select seq::int from es.tenant_heads where tenant_id = $1",
      [apis.tenantId],
    );
    await business({ tax_profile: "unregistered" });
    expect((await read()).business).toMatchObject({
      tax_profile: "unregistered",
      tax_rate: 0,
      tin: null,
    });
    await business({ tax_mode: "exclusive" });
    expect((await read()).business.tax_mode).toBe("exclusive");
    expect((await business({ tax_mode: "on top" })).status).toBe(400);
    await business({ tax_mode: "inclusive" });
    expect((await read()).business.tax_mode).toBe("inclusive");
    const past = await apis.query("select tax_profile, tin from rm.settings_at($1, $2)", [
      apis.tenantId,
      now?.seq,
    ]);
    expect(past).toEqual([{ tax_profile: "registered", tin: "C0001234567" }]);
    expect((await read("foreign owner")).business).toMatchObject({
      tax_profile: "unregistered",
      tin: null,
    });
  });

  test("SET-08: that someone else has changed are not overwritten under If-Match", async () => {
    const { version } = (await read()).business;
    await business({ address: "Labone" });
    const stale = await business({ address: "Osu" }, "owner", { "if-match": `"${version}"` });
    expect([stale.status, stale.body]).toMatchObject([412, { code: "version-mismatch" }]);
    expect((await read()).business.address).toBe("Labone");
    const fresh = await business({ address: "Osu" }, "owner", { "if-match": `"${version + 1}"` });
    expect(fresh.status).toBe(200);
  });

  test("TILL-110: the owner changes what tills may do without a network, and no one else", async () => {
    const saved = await business({ offline_days: "7", offline_approval_limit: "50.50" });
    expect(saved.status).toBe(200);
    expect((await read()).business).toMatchObject({
      offline_days: 7,
      offline_approval_limit: 50.5,
    });
    for (const days of [0, 31, 1.5, "many"]) {
      expect([days, (await business({ offline_days: days })).status]).toEqual([days, 400]);
    }
    expect((await business({ offline_days: 9 }, "manager")).status).toBe(403);
    const [now] = await apis.query<{ seq: number }>(
      "select seq::int from es.tenant_heads where tenant_id = $1",
      [apis.tenantId],
    );
    await business({ offline_days: 30 });
    expect((await read()).business).toMatchObject({
      offline_days: 30,
      offline_approval_limit: 50.5,
    });
    const past = await apis.query(
      "select offline_days, offline_approval_minor::int from rm.settings_at($1, $2)",
      [apis.tenantId, now?.seq],
    );
    expect(past).toEqual([{ offline_days: 7, offline_approval_minor: 5_050 }]);
    expect((await read("foreign owner")).business).toMatchObject({
      offline_days: 14,
      offline_approval_limit: 200,
    });
  });

  test("SELL-52: the owner changes the largest discount of a cashier, and no one else", async () => {
    expect((await business({ discount_limit: "7.5" })).status).toBe(200);
    expect((await read("cashier")).business.discount_limit).toBe(7.5);
    for (const percent of [-1, 100.01, 1.234, "many"]) {
      expect([percent, (await business({ discount_limit: percent })).status]).toEqual([
        percent,
        400,
      ]);
    }
    expect((await business({ discount_limit: 50 }, "manager")).status).toBe(403);
    const [now] = await apis.query<{ seq: number }>(
      "select seq::int from es.tenant_heads where tenant_id = $1",
      [apis.tenantId],
    );
    await business({ discount_limit: 0 });
    expect((await read()).business.discount_limit).toBe(0);
    const past = await apis.query("select discount_limit_bp from rm.settings_at($1, $2)", [
      apis.tenantId,
      now?.seq,
    ]);
    expect(past).toEqual([{ discount_limit_bp: 750 }]);
    expect((await read("foreign owner")).business.discount_limit).toBe(0);
  });

  test("notification settings are not shown to every role", async () => {
    expect((await read("cashier")).notifications).toBeNull();
    expect((await read("manager")).notifications).not.toBeNull();
    expect((await apis.askOf.query("GET", "/api/notifications", { as: "cashier" })).status).toBe(
      403,
    );
  });
});

describe("the notification settings", () => {
  const whole = {
    email_notifications: true,
    system_alerts: true,
    low_stock_alerts: true,
    sales_reports: false,
    payment_notifications: true,
    low_stock_threshold: "7",
    report_frequency: "weekly",
    email_time: "23:00",
    version: 0,
    something_else: "",
  };
  const changesOf = async () =>
    (await logOf(apis, derivedId(apis.tenantId, "notification-settings"))).map(({ data }) => data);

  test("a legacy client sends the whole object, and the log records only the changes", async () => {
    const answer = await apis.ask("POST", "/api/notifications/update-settings", { body: whole });
    expect(answer.body).toMatchObject({
      success: true,
      message: "Notification settings updated successfully!",
    });
    expect(await changesOf()).toEqual([
      {
        changes: {
          salesReports: { from: true, to: false },
          lowStockThreshold: { from: 10, to: 7 },
          reportFrequency: { from: "monthly", to: "weekly" },
        },
      },
    ]);
    const { body } = await apis.askOf.query("GET", `/api/notifications?tenant_id=${apis.tenantId}`);
    expect(body).toMatchObject({
      success: true,
      data: { sales_reports: false, low_stock_threshold: 7, email_time: "09:00" },
    });
    await apis.ask("POST", "/api/notifications/update-settings", { body: whole });
    expect(await changesOf()).toHaveLength(1);
  });

  test("NSET-11, SET-07: of the notifications tab are only its own fields, and the others stay", async () => {
    const url = "/api/v1/settings/notifications";
    expect((await apis.ask("PUT", url, { body: { customer_notifications: true } })).status).toBe(
      200,
    );
    expect((await read()).notifications).toMatchObject({
      customer_notifications: true,
      low_stock_threshold: 7,
    });
    const stale = await apis.ask("PUT", url, {
      body: { sales_reports: true },
      headers: { "if-match": '"1"' },
    });
    expect(stale.status).toBe(412);
  });
});

test("tax rates of 0, 0.01, 12.5, 20 and 100, changed during the day: each sale keeps its own", async () => {
  const product = await apis.addProduct("Milo", 100);
  const rates: readonly (readonly [rate: number, tax: number])[] = [
    [0, 0],
    [0.01, 0],
    [12.5, 1.11],
    [20, 1.67],
    [100, 5],
  ];
  const sold: { id: string; taxMinor: number; rateBp: number }[] = [];
  for (const [rate, tax] of rates) {
    await business({ tax_rate: rate });
    const sale = await soldFor(product, 10);
    expect([rate, sale.tax_amount]).toEqual([rate, tax]);
    sold.push({
      id: sale.id,
      taxMinor: Math.round(tax * 100),
      rateBp: Math.round(rate * 100),
    });
  }
  await business({ tax_rate: 3 });
  for (const { id, taxMinor, rateBp } of sold) {
    const [recorded] = await logOf(apis, id);
    expect(recorded?.data).toMatchObject({ taxMinor, tax: { mode: "inclusive", rateBp } });
  }
  process.stdout.write(`${sold.length} rates in a day, each sale kept its own\n`);
});

test("SET-17: a new currency applies to the next sale and product; earlier sales keep theirs", async () => {
  const product = await apis.addProduct("Tea", 5);
  const before = await soldFor(product, 4.5);
  await business({ currency: "USD" });
  const after = await soldFor(product, 4.5);
  expect([before.currency, after.currency]).toEqual(["GHS", "USD"]);
  const [added] = await logOf(apis, await apis.addProduct("Coffee", 1));
  expect(added?.data).toMatchObject({ currency: "USD" });
  expect((await logOf(apis, before.id))[0]?.data).toMatchObject({ currency: "GHS" });
});
