import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { Notifications } from "#kernel/contract/api/notification.ts";
import { failure } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";

import { openReacting, type Reacting, until } from "./reacting.ts";

let apis: Reacting;
beforeAll(async () => {
  apis = await openReacting();
});
afterAll(() => apis.close());

const bell = async (as: Identity = "owner"): Promise<Notifications> => {
  const answer = await apis.askOf.query("GET", "/api/v1/notifications", { as });
  return z.object({ data: Notifications }).parse(answer.body).data;
};
const messages = async (as: Identity = "owner"): Promise<string[]> =>
  (await bell(as)).notifications.map(({ message }) => message);

describe("notifications", () => {
  test("NOTE-16: a product that begins to run low, once each time its stock falls below the threshold", async () => {
    const name = `Milo ${randomUUID().slice(0, 4)}`;
    const notificationsOf = async (as: Identity = "owner") =>
      (await messages(as)).filter((message) => message.startsWith(name));
    const product = await apis.addProduct(name, 12);
    await apis.sellSome(product, 3);
    await until(async () =>
      expect(await notificationsOf()).toEqual([
        `${name} is running low on stock (9 remaining, threshold: 10)`,
      ]),
    );
    await apis.sellSome(product, 1);
    await apis.settled();
    expect(await notificationsOf()).toHaveLength(1);
    expect(await notificationsOf("manager")).toHaveLength(1);
    expect(await notificationsOf("stock_keeper")).toHaveLength(1);
    expect(await notificationsOf("cashier")).toEqual([]);
    expect(await notificationsOf("foreign owner")).toEqual([]);

    const body = { product_id: product, type: "add", quantity: 10 };
    await apis.ask("POST", "/api/v1/stock-movements", { body });
    await apis.sellSome(product, 9);
    await until(async () => expect(await notificationsOf()).toHaveLength(2));
    const digests = apis.mailSink.received.filter(({ email }) => email.text?.includes(name));
    expect(digests).toHaveLength(1);

    const [rows] = await apis.query<{ jobs: number; reactions: number }>(
      `select (select count(*)::int from jobs.job where data ->> 'kind' = 'low-stock') as jobs,
              (select count(*)::int from es.reactions where kind = 'low-stock') as reactions`,
    );
    expect(rows).toEqual({ jobs: 2, reactions: 2 });
    process.stdout.write(
      `low twice, 4 moves: ${rows?.jobs} jobs, 2 notifications a person, ${digests.length} email a day
`,
    );
  });

  test("NOTE-15: are marked as read, dismissed and cleared only by their receiver", async () => {
    for (const name of ["Bread", "Gari", "Omo"]) {
      await apis.sellSome(await apis.addProduct(name, 12), 3, "manager");
    }
    await until(async () => expect((await bell("manager")).unread).toBeGreaterThanOrEqual(3));
    await apis.settled();
    const before = await bell("manager");
    const [newest] = before.notifications;
    const id = newest?.id ?? "";

    await apis.ask("POST", "/api/v1/notifications/read", { as: "cashier", body: { ids: [id] } });
    expect((await bell("manager")).unread).toBe(before.unread);
    await apis.ask("POST", "/api/v1/notifications/read", { as: "manager", body: { ids: [id] } });
    expect((await bell("manager")).unread).toBe(before.unread - 1);
    await apis.ask("DELETE", `/api/v1/notifications/${id}`, { as: "manager" });
    expect((await bell("manager")).notifications.map((one) => one.id)).not.toContain(id);
    await apis.ask("POST", "/api/v1/notifications/read", { as: "manager", body: { all: true } });
    expect((await bell("manager")).unread).toBe(0);
    expect(await apis.ask("DELETE", "/api/v1/notifications/7", { as: "manager" })).toMatchObject({
      status: 404,
      body: failure("notification-not-found", "Notification not found"),
    });
    await apis.ask("DELETE", "/api/v1/notifications", { as: "manager" });
    expect(await bell("manager")).toEqual({ notifications: [], unread: 0 });
    await apis.sellSome(await apis.addProduct("Salt", 12), 3, "manager");
    await until(async () => expect((await bell("manager")).unread).toBe(1));
  });

  test("can be turned off", async () => {
    const off = { low_stock_alerts: false };
    await apis.ask("PUT", "/api/v1/settings/notifications", { body: off, as: "foreign owner" });
    const product = await apis.addProduct("Quiet", 11, "foreign owner");
    await apis.sellSome(product, 5, "foreign owner");
    await apis.settled();
    expect(await bell("foreign owner")).toEqual({ notifications: [], unread: 0 });
  });
});
