import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { openDB } from "idb";
import { afterEach, describe, expect, test, vi } from "vitest";

import { Done } from "#kernel/contract/api/envelope.ts";
import { onDevice } from "#tests/web/kit/device.ts";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { account } from "#tests/web/kit/settings.ts";
import {
  esi,
  esiUnlocks,
  kofi,
  LOGOUT,
  sharedTillEachTest,
  UNLOCK,
} from "#tests/web/kit/shared-till.ts";
import { barText, keyDown, openTill, press, SELL, tile } from "#tests/web/kit/till.tsx";
import { request } from "#web/api/http-client.ts";
import { keptAnswers } from "#web/api/kept-answers.ts";
import { device } from "#web/device/device.ts";
import { session } from "#web/state/session.ts";

const fake = sharedTillEachTest();
const WRONG = refuses(403, "Wrong PIN", "wrong-pin");
const MINUTE = 60_000;

const lockPress = () => screen.findByRole("button", { name: /^Lock\./ });
const question = () => screen.findByRole("heading", { name: "Who is selling?" });
const choose = async (name: RegExp) => {
  await question();
  fireEvent.click(await screen.findByRole("button", { name }));
};
const enterPin = (pin: string) => {
  for (const digit of pin) press(digit);
  press("Unlock");
};

/** Gino is in the cart, and the till is locked. */
async function lockWithCart(role = "cashier") {
  const user = await openTill(role);
  fireEvent.click(tile("Gino"));
  await waitFor(async () => expect(await onDevice("carts")).toContain("Gino"));
  fireEvent.click(await lockPress());
  await question();
  return user;
}

async function unlockAsEsi() {
  await choose(/Esi Owusu/);
  enterPin("4826");
  await lockPress();
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the lock", () => {
  test("PIN-31: a press in the head locks, and nothing of the cart is shown", async () => {
    await lockWithCart();
    expect(document.body.textContent).not.toMatch(/Gino|12\.00|1 item/);
    expect(screen.queryByRole("button", { name: "Charge" })).toBeNull();
    expect(session.get()?.token).toBe("");
  });

  test("PIN-31: two minutes without touch or key lock it", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    await openTill("cashier");
    await lockPress();
    void act(() => vi.advanceTimersByTime(2 * MINUTE - 2_000));
    fireEvent.pointerDown(document.body);
    void act(() => vi.advanceTimersByTime(2 * MINUTE - 2_000));
    keyDown("Shift", 0);
    void act(() => vi.advanceTimersByTime(2 * MINUTE - 2_000));
    expect(screen.queryByText("Who is selling?")).toBeNull();
    void act(() => vi.advanceTimersByTime(3_000));
    await question();
  });

  test("PIN-32: the PIN of a person who may sell opens it, and the cart is still there", async () => {
    await lockWithCart();
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "AMAkosua MensahCashier",
      "EOEsi OwusuCashier",
      "KAKofi AsanteManager",
    ]);
    await unlockAsEsi();
    expect(fake.server.calls(UNLOCK).map(({ body }) => body)).toEqual([
      { user: esi.id, pin: "4826" },
    ]);
    expect(barText()).toContain("1 item");
    expect(session.get()).toMatchObject({ token: "token-of-esi", user: { id: esi.id } });
  });

  test.each([
    ["has not stored it yet", () => new Promise<boolean>(() => undefined)],
    ["cannot store it", () => Promise.reject(new Error("full"))],
  ])("PIN-32: the cart is still there when the device %s", async (_, change) => {
    await openTill("cashier");
    const own = device.now();
    if (own === undefined) throw new Error("no device");
    vi.spyOn(device, "now").mockReturnValue({ ...own, change });
    fireEvent.click(tile("Gino"));
    fireEvent.click(await lockPress());
    await unlockAsEsi();
    expect(barText()).toContain("1 item");
    // What could not be stored is stored with the next change.
    vi.mocked(device.now).mockReturnValue(own);
    fireEvent.click(tile("Gino"));
    await waitFor(async () => expect(await onDevice("carts")).toContain('"quantity":2'));
    expect(barText()).toContain("2 items");
  });

  test("PIN-32: a keyboard types the PIN", async () => {
    await lockWithCart();
    await choose(/Esi Owusu/);
    for (const digit of "48267") keyDown(digit, 200);
    keyDown("Backspace", 200);
    keyDown("Enter", 200);
    await lockPress();
    expect(fake.server.calls(UNLOCK)[0]?.body).toEqual({ user: esi.id, pin: "4826" });
  });

  test("PIN-46: a scanned barcode is no try", async () => {
    await lockWithCart();
    await choose(/Esi Owusu/);
    for (const digit of "6001240100035") keyDown(digit, 4);
    keyDown("Enter", 4);
    await screen.findByText("0 digits");
    expect(fake.server.calls(UNLOCK)).toEqual([]);
  });

  test("PIN-33: a person without a PIN, a shop of one and a browser that is no till have no lock", async () => {
    fake.server.on(
      "GET /api/v1/account",
      succeeds(account({ id: "user-cashier", has_pin: false })),
    );
    await openTill("cashier");
    await waitFor(() => expect(fake.server.calls("GET /api/v1/account")).toHaveLength(1));
    await waitFor(() =>
      expect(fake.rows.get("lock:user-cashier")).toMatchObject({ hasPin: false }),
    );
    expect(screen.queryByRole("button", { name: /^Lock\./ })).toBeNull();
    screen.getByText("Cashier Akosua Mensah");
  });

  test("PIN-33: the lock goes when only one person is left, and when the till waits", async () => {
    await openTill("cashier");
    await lockPress();
    act(() => fake.become({ phase: "waiting" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Lock\./ })).toBeNull());
    act(() => fake.become({ phase: "active" }));
    await lockPress();
    act(() => fake.people(esi));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Lock\./ })).toBeNull());
  });

  test("PIN-33: the till remembers who has a PIN when there is no answer", async () => {
    fake.rows.set("lock:user-cashier", { hasPin: true, tries: { wrong: 0, untilMs: 0 } });
    fake.server.on("GET /api/v1/account", breaks);
    await openTill("cashier");
    await lockPress();
  });

  test("PIN-34: locking ends the session, and other pages want the password of the last person", async () => {
    await lockWithCart();
    expect(fake.server.calls(LOGOUT).map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer token-of-cashier",
    ]);
    await unlockAsEsi();
    fireEvent.click(screen.getByRole("link", { name: "Leave the till" }));
    expect(await screen.findByLabelText("Email")).toHaveProperty("value", "esi@adom.example");
    expect(location.search).toBe("?returnTo=%2Fapp%2Fsales");
  });

  test("PIN-39: the answers that were kept for the person before are erased", async () => {
    await openTill("cashier");
    const kept = { path: "/api/dashboard.php", body: { takings: 900 }, total: null };
    await keptAnswers.keep(kept, session.get()?.token);
    expect(await keptAnswers.find(kept.path)).toMatchObject({ body: { takings: 900 } });
    fireEvent.click(await lockPress());
    await unlockAsEsi();
    const database = await openDB("tillbook");
    expect(await database.getAllKeys("answers")).toEqual([]);
    database.close();
  });

  test("PIN-47: a page that was closed for two minutes opens locked", async () => {
    await lockWithCart();
    await unlockAsEsi();
    const left = session.get();
    if (left === undefined) throw new Error("no session");
    localStorage.setItem("till-touched:tenant-adom", String(Date.now() - 3 * MINUTE));
    act(() => session.start({ ...left, token: "token-after-reload" }));
    await question();
  });

  test("PIN-45: a session of a till that the server ended locks it, and the cart is kept", async () => {
    await lockWithCart();
    await unlockAsEsi();
    fake.server.on("GET /api/v1/thing", refuses(401, "Session ended"));
    await act(() => request("/api/v1/thing", Done).catch(() => undefined));
    await question();
    expect(location.pathname).toBe(SELL);
    fake.server.on(UNLOCK, esiUnlocks);
    await choose(/Esi Owusu/);
    enterPin("4826");
    await lockPress();
    expect(barText()).toContain("1 item");
  });
});

describe("the problems with a PIN", () => {
  const shows = async (text: string | RegExp) => screen.findByText(text);

  test("PIN-37: a wrong one", async () => {
    fake.server.on(UNLOCK, WRONG, esiUnlocks);
    await lockWithCart();
    await choose(/Esi Owusu/);
    enterPin("0000");
    // The till counts too if the server is slower than the till.
    await shows(/^Wrong PIN\./);
    enterPin("4826");
    await lockPress();
    // Stored before the next test begins.
    await waitFor(() => expect(fake.rows.get(`lock:${esi.id}`)).toHaveProperty("verifier"));
  });

  test("PIN-37: too many wrong ones, and the pad waits", async () => {
    fake.server.on(UNLOCK, () =>
      Response.json(
        { success: false, error: "Later", code: "pin-locked", request_id: "r" },
        { status: 429, headers: { "retry-after": "60" } },
      ),
    );
    await lockWithCart();
    await choose(/Esi Owusu/);
    enterPin("0000");
    await shows(/^Too many wrong tries\. Wait (1 min|60 s)\.$/);
    expect(screen.getByRole("group", { name: "PIN of Esi Owusu" })).toHaveProperty(
      "disabled",
      true,
    );
    keyDown("1", 200);
    await shows("0 digits");
  });

  test("PIN-37: a person who has none, a removed till, no answer", async () => {
    fake.rows.set(`lock:${kofi.id}`, { hasPin: false, tries: { wrong: 0, untilMs: 0 } });
    fake.server.on(UNLOCK, WRONG, refuses(403, "This till was removed."), breaks);
    await lockWithCart();
    await choose(/Kofi Asante/);
    enterPin("0000");
    await shows("Kofi Asante has no PIN yet. It is set under Settings, Security.");
    enterPin("0000");
    await shows("This till was removed.");
    enterPin("0000");
    await shows("No network. Connect once to unlock on this phone.");
  });

  test("PIN-37: a till that has heard of its removal, without asking", async () => {
    await lockWithCart();
    await choose(/Esi Owusu/);
    act(() => fake.become({ phase: "revoked" }));
    enterPin("4826");
    await shows("This till was removed.");
    expect(fake.server.calls(UNLOCK)).toEqual([]);
  });

  test("PIN-07, PIN-37: a till that hears of its removal locks, keeps the cart, and says why it has no people", async () => {
    await lockWithCart();
    await unlockAsEsi();
    act(() => fake.become({ phase: "revoked" }));
    await question();
    act(() => fake.people());
    await shows("This till was removed. Sign in with a password.");
    expect(await onDevice("carts")).toContain("Gino");
  });

  test("PIN-35: without a network only a person who has unlocked here online", async () => {
    await lockWithCart();
    await unlockAsEsi();
    await waitFor(() => expect(fake.rows.get(`lock:${esi.id}`)).toHaveProperty("verifier"));
    fireEvent.click(await lockPress());
    fake.offline();
    await choose(/Kofi Asante/);
    enterPin("4826");
    await shows("No network. Connect once to unlock on this phone.");
    press("Someone else");
    await choose(/Esi Owusu/);
    enterPin("0000");
    await shows("Wrong PIN. 4 tries left.");
    enterPin("4826");
    await lockPress();
    expect(session.get()).toMatchObject({ token: "", user: { id: esi.id, only_sell: true } });
    expect(fake.server.calls(UNLOCK)).toHaveLength(1);
  });
});

describe("who sells", () => {
  test("PIN-38: the head shows the person, and another one recalls the parked cart", async () => {
    await openTill("cashier");
    await screen.findByRole("button", { name: "Lock. Akosua Mensah sells" });
    fireEvent.click(tile("Gino"));
    press("Park");
    await screen.findByRole("button", { name: "Parked carts, 1" });
    fireEvent.click(await lockPress());
    await unlockAsEsi();
    screen.getByRole("button", { name: "Lock. Esi Owusu sells" });
    press("Parked carts, 1");
    fireEvent.click(await screen.findByRole("button", { name: /Walk-in Customer, 1 item/ }));
    await waitFor(() => expect(barText()).toContain("12.00"));
  });
});
