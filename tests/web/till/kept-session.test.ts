import { deleteDB } from "idb";
import { afterEach, expect, test } from "vitest";

import { signedInAs } from "#tests/web/kit/shop.ts";
import { connect, databaseOf } from "#web/device/connection.ts";
import type { Session } from "#web/state/session.ts";
import { createStore } from "#web/state/store.ts";
import { createPartStore } from "#web/till/data-store.ts";
import { keepSession, restoreLock } from "#web/till/kept-session.ts";

const SHOP = "tenant-kept";
const OTHER = "tenant-kept-other";
const opened: (() => void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) close();
  await Promise.all([SHOP, OTHER].map((shop) => deleteDB(databaseOf(shop))));
});

const sessionOf = (id: string, part: Partial<Session["user"]> = {}, shop = SHOP): Session => {
  const signedIn = signedInAs("cashier");
  return {
    ...signedIn,
    tenant: { ...signedIn.tenant, id: shop },
    user: { ...signedIn.user, id, ...part },
  };
};
/** Ama signs in with the password; Esi unlocks with a PIN, and locks. */
const ama = sessionOf("ama");
const esi = sessionOf("esi", { only_sell: true });
const lockedByEsi = sessionOf("esi", { only_sell: true, locked: true });
const lockOfEsi = { ...lockedByEsi, token: "" };

/** A page that begins with what local storage has. */
function beginWith(first: Session | undefined) {
  const { get, set, subscribe } = createStore(first);
  return { get, subscribe, isFirst: () => get() === first, start: set, end: () => set(undefined) };
}

/** A page at a till. `keeps` resolves when this is on the disk. */
async function openPage(first: Session | undefined, shop = SHOP) {
  const connection = await connect(shop);
  opened.push(connection.close);
  const parts = createPartStore(connection);
  const page = beginWith(first);
  const die = keepSession(parts, shop, page);
  const kept = () => parts.get("session");
  const keeps = (last: Session) =>
    expect.poll(kept).toMatchObject({ session: { ...last, token: "" } });
  const keepsNone = () => expect.poll(kept).toBeUndefined();
  return { ...page, kept, keeps, keepsNone, die };
}

/** Esi unlocks the till, and the browser dies. */
async function dieAfterUnlock(shop = SHOP): Promise<void> {
  const last = sessionOf("esi", { only_sell: true }, shop);
  const page = await openPage(sessionOf("ama", {}, shop), shop);
  page.start(last);
  await page.keeps(last);
  page.die();
}

test("PIN-49: the lock opens when local storage has no session", async () => {
  await dieAfterUnlock();
  const page = beginWith(undefined);
  expect(await restoreLock(page)).toBe(true);
  expect(page.get()).toEqual(lockOfEsi);
});

test.each([
  ["the one before the lock", ama],
  ["one of the same person with a password", sessionOf("esi")],
])("PIN-49: the lock opens when local storage has an old session: %s", async (_, before) => {
  await dieAfterUnlock();
  const page = await openPage(before);
  await page.keeps(lockedByEsi);
  expect(page.get()).toEqual(lockOfEsi);
});

test("PIN-49: a till that was locked last does not open with the session before", async () => {
  const before = await openPage(esi);
  before.start(lockedByEsi);
  await before.keeps(lockedByEsi);
  before.die();
  const page = await openPage(esi);
  await expect.poll(page.get).toEqual(lockOfEsi);
});

test("PIN-49: the last session goes on where it is known, with a PIN and with a password", async () => {
  await dieAfterUnlock();
  const page = await openPage(esi);
  await page.keeps(esi);
  expect(page.get()).toBe(esi);
  page.start(ama);
  await page.keeps(ama);
  page.die();
  const next = await openPage(ama);
  await next.keeps(ama);
  expect(next.get()).toBe(ama);
});

test("PIN-49: a person who signs in with a password after it goes on", async () => {
  await dieAfterUnlock();
  const page = await openPage(undefined);
  page.start(ama);
  await page.keeps(ama);
  expect(page.get()).toBe(ama);
});

test("PIN-49: the token is not kept", async () => {
  const page = await openPage({ ...esi, token: "token-of-esi" });
  await page.keeps(esi);
  expect(JSON.stringify(await page.kept())).not.toContain("token-of-esi");
});

test("PIN-49: a person who signed out stays signed out, however soon", async () => {
  const page = await openPage(esi);
  await page.keeps(esi);
  page.start(ama);
  page.end();
  await page.keepsNone();
  expect(await restoreLock(beginWith(undefined))).toBe(false);
});

test("PIN-49: a browser in which no one has used a PIN signs in with the password", async () => {
  const page = await openPage(ama);
  page.start(sessionOf("kofi"));
  await page.kept();
  expect(await restoreLock(beginWith(undefined))).toBe(false);
});

test("PIN-49: a session in another shop goes on", async () => {
  await dieAfterUnlock();
  const other = sessionOf("other", {}, OTHER);
  const page = await openPage(other);
  await page.keepsNone();
  expect(page.get()).toBe(other);
});

test("PIN-49: of two shops on a device, the one that was used last", async () => {
  for (const shop of [OTHER, SHOP]) {
    await dieAfterUnlock(shop);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const page = beginWith(undefined);
  await restoreLock(page);
  expect(page.get()?.tenant.id).toBe(SHOP);
});
