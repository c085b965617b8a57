import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, test } from "vitest";

import { signedInAs } from "#tests/web/kit/shop.ts";
import { connect, databaseOf } from "#web/device/connection.ts";
import { createPeopleHere } from "#web/lock/people-here.ts";
import { restoreLock } from "#web/lock/restore-lock.ts";
import { NO_TRIES } from "#web/lock/tries.ts";
import { type Session, session } from "#web/state/session.ts";
import { createPartStore, type PartStore } from "#web/till/data-store.ts";
import { keepSession } from "#web/till/kept-session.ts";

const SHOP = "tenant-adom";
const OTHER = "tenant-other";
const verifier = { salt: "00", rounds: 1, proof: "00" };
const opened: (() => void)[] = [];

const inShop = (shop: string, part: Partial<Session["user"]> = {}): Session => {
  const signedIn = signedInAs("cashier");
  return {
    ...signedIn,
    tenant: { ...signedIn.tenant, id: shop },
    user: { ...signedIn.user, ...part },
  };
};
const esi = { id: "esi", first_name: "Esi" };

async function openParts(shop: string): Promise<PartStore> {
  const connection = await connect(shop);
  opened.push(connection.close);
  return createPartStore(connection);
}

/** A page at a till that someone can unlock without a network. */
async function openPage(shop: string) {
  const parts = await openParts(shop);
  await createPeopleHere(parts).write("esi", { tries: NO_TRIES, verifier });
  return { parts, die: keepSession(parts, shop) };
}

/** What the next page begins with: local storage has not reached the disk since `before`. */
const beginWith = (before: Session | undefined): void => {
  session.end();
  if (before !== undefined) session.start(before);
};

beforeEach(() => session.end());
afterEach(async () => {
  for (const close of opened.splice(0)) close();
  await Promise.all([SHOP, OTHER].map((shop) => deleteDB(databaseOf(shop))));
});

test.each([
  ["none", undefined],
  ["the one before the lock", inShop(SHOP)],
  ["one of the same person with a password", inShop(SHOP, esi)],
])("PIN-49: the lock opens when local storage has the wrong session: %s", async (_, before) => {
  const page = await openPage(SHOP);
  session.start(before ?? inShop(SHOP));
  session.lock();
  session.unlock({ token: "token-of-esi", user: { ...inShop(SHOP).user, ...esi } });
  await page.parts.get("session");
  page.die();
  beginWith(before);
  await restoreLock();
  expect(session.get()).toMatchObject({
    token: "",
    tenant: { id: SHOP },
    user: { id: "esi", only_sell: true, locked: true },
  });
});

test("PIN-49: a till that was locked last does not open with the session before", async () => {
  const page = await openPage(SHOP);
  session.start(inShop(SHOP));
  session.unlock({ token: "token-of-esi", user: { ...inShop(SHOP).user, ...esi } });
  const before = session.get();
  session.lock();
  await page.parts.get("session");
  page.die();
  beginWith(before);
  await restoreLock();
  expect(session.get()?.user.locked).toBe(true);
});

test("PIN-49: the last session goes on where it is known", async () => {
  const page = await openPage(SHOP);
  session.start(inShop(SHOP));
  await page.parts.get("session");
  const before = session.get();
  await restoreLock();
  expect(session.get()).toBe(before);
  page.die();
});

test("PIN-49: the token is not kept", async () => {
  const page = await openPage(SHOP);
  session.start({ ...inShop(SHOP), token: "secret-token" });
  const kept = JSON.stringify(await page.parts.get("session"));
  expect(kept).toContain(SHOP);
  expect(kept).not.toContain("secret-token");
  page.die();
});

test("PIN-49: a person who signed out stays signed out", async () => {
  const page = await openPage(SHOP);
  session.start(inShop(SHOP));
  session.end();
  await page.parts.get("session");
  page.die();
  await restoreLock();
  expect(session.get()).toBeUndefined();
});

test("PIN-49: without anyone who can unlock it, or with a session in another shop, nothing is locked", async () => {
  const parts = await openParts(OTHER);
  const die = keepSession(parts, OTHER);
  session.start(inShop(OTHER));
  await parts.get("session");
  die();
  beginWith(undefined);
  await restoreLock();
  expect(session.get()).toBeUndefined();

  const page = await openPage(SHOP);
  session.start(inShop(SHOP));
  await page.parts.get("session");
  page.die();
  beginWith(inShop(OTHER, { id: "other" }));
  await restoreLock();
  expect(session.get()?.tenant.id).toBe(OTHER);
});

test("PIN-49: of two shops on a device, the one that was used last", async () => {
  for (const shop of [OTHER, SHOP]) {
    const page = await openPage(shop);
    session.start(inShop(shop));
    await page.parts.get("session");
    page.die();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  beginWith(undefined);
  await restoreLock();
  expect(session.get()?.tenant.id).toBe(SHOP);
});
