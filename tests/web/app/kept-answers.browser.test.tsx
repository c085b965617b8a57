import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { texts } from "#kernel/contract/texts.ts";
import { open, type Address, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { milk, paste, signedInAs } from "#tests/web/kit/shop.ts";
import { forgetWithSession, keptAnswers } from "#web/api/kept-answers.ts";
import { queryClient } from "#web/app/query.ts";
import { past } from "#web/state/past.ts";
import { session, VISITOR } from "#web/state/session.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

// In a browser, because the answers are kept in its IndexedDB.

const PRODUCTS = "/api/products.php";
const ROUTE = `GET ${PRODUCTS}`;
const DAY_MS = 24 * 60 * 60_000;
const answer = { path: PRODUCTS, body: { success: true, data: [] }, total: null };

const fake = serveEachTest();
beforeEach(async () => {
  await keptAnswers.forgetAll();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const isKept = async (): Promise<boolean> => (await keptAnswers.find(PRODUCTS)) !== undefined;
const settled = (is: boolean) => vi.waitFor(async () => expect(await isKept()).toBe(is));

const resultOf = <Result,>(asked: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve) => asked.addEventListener("success", () => resolve(asked.result)));

/** The store itself, whatever the app thinks of it. */
async function inStore<Result>(
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await resultOf(indexedDB.open("tillbook"));
  const result = await resultOf(
    ask(database.transaction("answers", "readwrite").objectStore("answers")),
  );
  database.close();
  return result;
}

/** All that the device holds, for any person. */
const held = (): Promise<number> => inStore((store) => store.count());
const heldIs = (count: number) => vi.waitFor(async () => expect(await held()).toBe(count));

/** As if the app were opened again: nothing is in memory. */
function reopen(path: Address): void {
  cleanup();
  queryClient.clear();
  open(path);
}

const visit = async (): Promise<void> => {
  fake.server.on(ROUTE, succeeds([milk]));
  open("/app/products", "owner");
  await screen.findByText(milk.name);
  await settled(true);
};

describe("SHELL-22: the answer of last time", () => {
  test("is shown at once with its time, until the new one is there", async () => {
    await visit();
    const fresh = Promise.withResolvers<void>();
    fake.server.on(ROUTE, async (call) => {
      await fresh.promise;
      return succeeds([{ ...milk, name: "Peak Milk 900g" }])(call);
    });
    reopen("/app/products");
    await screen.findByText(milk.name);
    expect(screen.getByText(/^As of \d\d:\d\d$/)).toBeDefined();
    fresh.resolve();
    await screen.findByText("Peak Milk 900g");
    expect(screen.queryByText(/^As of/)).toBeNull();
    expect(screen.queryByText(milk.name)).toBeNull();
  });

  test("tells its day if it is not of today", async () => {
    await visit();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 2 * DAY_MS);
    fake.server.on(ROUTE, hangs);
    reopen("/app/products");
    await screen.findByText(/^As of \d+ [A-Z][a-z]+, \d\d:\d\d$/);
  });

  test("stays, with its time, while the server does not answer", async () => {
    await visit();
    fake.server.on(ROUTE, breaks);
    reopen("/app/products");
    await screen.findByText(milk.name);
    await vi.waitFor(() => expect(fake.server.calls(ROUTE).length).toBeGreaterThan(2), 10_000);
    expect(screen.getByText(milk.name)).toBeDefined();
    expect(screen.getByText(/^As of/)).toBeDefined();
  });

  test("is not what the till sells from", async () => {
    await visit();
    fake.server.on(ROUTE, hangs);
    reopen("/app/sell");
    await vi.waitFor(() => expect(fake.server.calls(ROUTE).length).toBe(2));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.queryByText(milk.name)).toBeNull();
  });

  test("disappears if the person may no longer see it", async () => {
    await visit();
    fake.server.on(ROUTE, refuses(403, "Your role may not see this"));
    reopen("/app/products");
    await screen.findByText("Your role may not see this");
    expect(screen.queryByText(milk.name)).toBeNull();
    await heldIs(0);
    fake.server.on(ROUTE, hangs);
    screen.getByRole("button", { name: texts.tryAgain }).click();
    await screen.findByText("Loading products...");
    expect(screen.queryByText(milk.name)).toBeNull();
  });

  test("does not hold back a refusal if the device cannot erase it", async () => {
    vi.spyOn(keptAnswers, "forget").mockReturnValue(new Promise(() => undefined));
    fake.server.on(ROUTE, refuses(403, "Your role may not see this"));
    open("/app/products", "owner");
    await screen.findByText("Your role may not see this");
  });

  test("is not kept for a past date", async () => {
    session.start(signedInAs("owner"));
    past.show({ asOf: "12", atMs: Date.now() - DAY_MS });
    fake.server.on(ROUTE, succeeds([paste]));
    open("/app/products");
    await screen.findByText(paste.name);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(await held()).toBe(0);
  });
});

describe("SHELL-23: the answers on the device are erased", () => {
  test("at sign-out", async () => {
    await visit();
    session.end();
    await heldIs(0);
  });

  test("when the server ends the session, also those of other pages", async () => {
    await visit();
    await keptAnswers.keep({ ...answer, path: "/api/customers.php" }, "token-of-owner");
    await heldIs(2);
    fake.server.on(ROUTE, refuses(401, "Sign in again"));
    void queryClient.invalidateQueries({ queryKey: ["products"] });
    await vi.waitFor(() => expect(session.get()).toBeUndefined());
    await heldIs(0);
  });

  test("when another person signs in, and when the same person does", async () => {
    await visit();
    cleanup();
    session.start(signedInAs("cashier"));
    await heldIs(0);
    await keptAnswers.keep(answer, "token-of-cashier");
    await settled(true);
    session.start({ ...signedInAs("cashier"), token: "the next" });
    await heldIs(0);
  });

  test("when a page is opened after the session ended elsewhere", async () => {
    await inStore((store) => store.put({ ...answer, owner: "t/u/owner", savedMs: Date.now() }));
    await heldIs(1);
    forgetWithSession()();
    await heldIs(0);
  });

  test("after seven days, also of pages that are not opened again", async () => {
    session.start(signedInAs("owner"));
    await keptAnswers.keep(answer, "token-of-owner");
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + 7 * DAY_MS - 60_000);
    await keptAnswers.forgetOld();
    expect(await isKept()).toBe(true);
    clock.mockReturnValue(now + 7 * DAY_MS + 60_000);
    expect(await isKept()).toBe(false);
    expect(await held()).toBe(0);
    clock.mockReturnValue(now);
    await keptAnswers.keep(answer, "token-of-owner");
    clock.mockReturnValue(now + 7 * DAY_MS + 60_000);
    await keptAnswers.forgetOld();
    expect(await held()).toBe(0);
  });

  test("and never shown to another person, even where they could not be erased", async () => {
    session.start(signedInAs("owner"));
    await keptAnswers.keep(answer, "token-of-owner");
    vi.spyOn(keptAnswers, "forgetAll").mockResolvedValue();
    const owner = signedInAs("owner");
    for (const other of [
      { ...owner, user: { ...owner.user, id: "user-other" } },
      { ...owner, tenant: { ...owner.tenant, id: "tenant-other" } },
      { ...owner, user: { ...owner.user, role: "cashier" } },
      { ...owner, user: { ...owner.user, role: VISITOR } },
    ]) {
      await keptAnswers.keep(answer, "token-of-owner");
      session.start(other);
      expect(await isKept()).toBe(false);
      session.start(owner);
    }
    session.end();
    expect(await isKept()).toBe(false);
  });

  test("and nothing is kept of a shop that a super admin views", async () => {
    const owner = signedInAs("owner");
    session.start({ ...owner, user: { ...owner.user, role: VISITOR } });
    await keptAnswers.keep(answer, "token-of-owner");
    expect(await held()).toBe(0);
  });

  test("and an answer that arrives after the sign-out is not kept", async () => {
    session.start(signedInAs("owner"));
    await keptAnswers.keep(answer, "an earlier session");
    expect(await held()).toBe(0);
    const keeping = keptAnswers.keep(answer, "token-of-owner");
    session.end();
    await keeping;
    await heldIs(0);
    for (const { id } of toasts.get()) toasts.dismiss(id);
  });
});
