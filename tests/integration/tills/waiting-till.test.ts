import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { Notifications } from "#kernel/contract/api/notification.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { openReacting, type Reacting, until } from "#tests/integration/settings/reacting.ts";

import { openTenant, type TestTenant } from "./tills.ts";

let apis: Reacting;
beforeAll(async () => {
  apis = await openReacting();
});
afterAll(() => apis.close());

const notices = async (tenant: TestTenant, as: Identity) => {
  const answer = await tenant.call(as, "GET", "/api/v1/notifications");
  return z.object({ data: Notifications }).parse(answer.body).data.notifications;
};
const messages = async (tenant: TestTenant, as: Identity) =>
  (await notices(tenant, as)).map(({ message }) => message);

const MESSAGE = "Kofi's phone wants to sell as a till. An owner or manager has to approve it.";

test("TILL-03: while a cashier's till waits, every owner and manager has a notification", async () => {
  const [shop, other] = [await openTenant(apis), await openTenant(apis)];
  await shop.enrolled("owner", { name: "Office" });
  await shop.enrolled("cashier", { name: "Kofi's phone" });
  await until(async () => expect(await messages(shop, "owner")).toEqual([MESSAGE]));
  await apis.settled();
  expect(await notices(shop, "manager")).toMatchObject([
    { type: "info", title: "New Till", message: MESSAGE, action: "View Tills", read: false },
  ]);
  for (const as of ["cashier", "stock_keeper", "accountant", "auditor"] as const) {
    expect([as, await messages(shop, as)]).toEqual([as, []]);
  }
  expect(await messages(other, "owner")).toEqual([]);
});

test("TILL-03: a till that was approved or removed in the meantime needs no notification", async () => {
  const shop = await openTenant(apis);
  await apis.settled();
  const stopped = await stopReacting();
  for (const name of ["Approved", "Removed", "Kofi's phone"]) {
    await shop.enrolled("cashier", { name });
  }
  await shop.change("owner", 2, { active: true });
  await shop.remove("owner", 3);
  await stopped();
  await until(async () => expect(await messages(shop, "owner")).toEqual([MESSAGE]));
  await apis.settled();
  expect(await messages(shop, "manager")).toEqual([MESSAGE]);
});

/** Holds the reactor back: it cannot read where it is until the returned function is called. */
async function stopReacting(): Promise<() => Promise<void>> {
  const client = await apis.admin.connect();
  await client.query("begin; lock table es.reactor_cursors in access exclusive mode");
  return async () => {
    await client.query("commit");
    client.release();
  };
}
