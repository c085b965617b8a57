import { randomUUID } from "node:crypto";

import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { createLegacyClient, type LegacyClient } from "./client.ts";
import { Id, Logs, NotificationSettings } from "./shapes.ts";

const Sent = z.object({ success: z.literal(true), alerts_sent: z.int() });
const WAIT_MS = 15_000;

/** The notification settings page: what it loads, saves and sends. */
export function doTheJobsOfNotifications(url: () => string): void {
  let shop: LegacyClient;
  beforeAll(async () => {
    shop = createLegacyClient(url());
    await shop.signIn("/auth/register.php", {
      business_name: "Legacy Bell",
      first_name: "Esi",
      last_name: "Bell",
      email: `${randomUUID()}@legacy.example`,
      password: "correct horse",
    });
  });

  const settings = () =>
    shop.data(["GET", `/api/notifications?tenant_id=${shop.tenantId()}`], NotificationSettings);
  const logs = () => shop.data(["GET", "/api/notifications/logs?limit=50"], Logs);

  describe("notifications", () => {
    test("NSET-01, NSET-03: load with the defaults of the specification", async () => {
      expect(await settings()).toMatchObject({
        email_notifications: true,
        low_stock_alerts: true,
        sales_reports: true,
        payment_notifications: true,
        system_alerts: true,
        customer_notifications: false,
        low_stock_threshold: 10,
        report_frequency: "monthly",
        email_time: "09:00",
      });
    });

    test("are saved as a whole, with numbers as texts", async () => {
      const before = await settings();
      const changed = { sales_reports: false, low_stock_threshold: 25, report_frequency: "weekly" };
      // The loaded object is sent back unchanged, with every other field in it.
      const form = { ...before, ...changed, low_stock_threshold: "25" };
      const saved = await shop.call("POST", "/api/notifications/update-settings", form);
      expect(saved).toMatchObject({ status: 200, body: { success: true } });
      const { email_notifications, system_alerts, email_time } = before;
      const kept = { email_notifications, system_alerts, email_time };
      expect(await settings()).toMatchObject({ ...kept, ...changed });
      // Emptied fields count as not sent.
      const emptied = { ...form, low_stock_threshold: "", report_frequency: "" };
      const again = await shop.call("POST", "/api/notifications/update-settings", emptied);
      expect(again).toMatchObject({ status: 200, body: { success: true } });
      expect(await settings()).toMatchObject({ ...kept, ...changed });
    });

    test("NSET-02, RIGHT-05: refuse a threshold outside 1 to 100, and another shop's id", async () => {
      const wrong = { ...(await settings()), low_stock_threshold: 101 };
      const refused = await shop.call("POST", "/api/notifications/update-settings", wrong);
      expect(refused).toMatchObject({ status: 400, body: { success: false } });
      const foreign = await shop.call("GET", `/api/notifications?tenant_id=${randomUUID()}`);
      expect(foreign.status).toBe(403);
      expect(shop.isSignedIn()).toBe(true);
    });

    test("send a test email, and the log says whether it was sent", async () => {
      const sent = await shop.call("GET", "/api/notifications/test-email?email=esi@legacy.example");
      expect(sent).toMatchObject({ status: 200, body: { success: true } });
      await expect.poll(logs, { timeout: WAIT_MS }).toMatchObject({
        notifications: [
          {
            to_email: "esi@legacy.example",
            status: "success",
            subject: expect.stringMatching(/\w/),
          },
        ],
      });
      const empty = await shop.call("GET", "/api/notifications/test-email?email=");
      expect(empty).toMatchObject({ status: 400, body: { success: false } });
    });

    test("send low-stock alerts and say for how many products", async () => {
      const form = { name: "Milo", description: "", price: "62.50", stock: "3" };
      await shop.data(["POST", "/api/products.php", form], Id);
      const { body } = await shop.call("POST", "/api/notifications/send-low-stock-alerts");
      expect(Sent.parse(body).alerts_sent).toBe(1);
    });
  });
}
