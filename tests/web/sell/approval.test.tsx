import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";

import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { ownSale } from "#tests/web/kit/own-till.ts";
import { kofi, sharedTillEachTest } from "#tests/web/kit/shared-till.ts";
import { openTill, press, pressLater, tile } from "#tests/web/kit/till.tsx";

const fake = sharedTillEachTest();
const ASK = "POST /api/v1/approvals";
const ID = "01990000-0000-7000-8000-00000000a001";
const MINUTE = 60_000;

const until = () => new Date(Date.now() + 2 * MINUTE).toISOString();
const asked = (state: string) => succeeds({ id: ID, state, until: until() });
const viewed = (state: string) =>
  succeeds({
    id: ID,
    how: "server",
    state,
    entry: ID,
    what: "price",
    asked_by: { id: "a", name: "Akosua Mensah" },
    by: { id: kofi.id, name: kofi.name },
    amount_minor: 200,
    item: null,
    asked_at: until(),
    until: until(),
    mine: null,
  });

/** A cashier types another price for the paste, 12.00 in the shop. */
async function askFor(price: string) {
  press(/item/);
  fireEvent.click(await screen.findByRole("button", { name: "Change Gino Tomato Paste 210g" }));
  const sheet = await screen.findByRole("dialog", { name: "Gino Tomato Paste 210g" });
  within(sheet).getByText("An owner or manager has to approve another price.");
  fireEvent.change(within(sheet).getByLabelText("Unit price"), { target: { value: price } });
  fireEvent.click(within(sheet).getByRole("button", { name: "Done" }));
  return screen.findByRole("dialog", { name: "Needs approval" });
}

async function openWithPaste() {
  await openTill("cashier");
  fireEvent.click(tile("Gino"));
}

const chooseKofi = async () => {
  fireEvent.click(await screen.findByRole("button", { name: /Kofi Asante/ }));
  await screen.findByText("Kofi Asante, enter your PIN.");
};
const enterPin = (pin: string) => {
  for (const digit of pin) press(digit);
  press("Approve");
};
const approved = () => waitFor(() => expect(screen.queryByText("Needs approval")).toBeNull());
const backToGrid = () => {
  const [close] = screen.getAllByRole("button", { name: "Close" });
  if (close) fireEvent.click(close);
};

/** Charges what is in the cart, in exact cash. */
async function pay() {
  fake.sells(ownSale({ number: 57, state: "to-send" }));
  backToGrid();
  press("Charge");
  await screen.findByRole("region", { name: "Charge" });
  pressLater(/^Exact/);
  await screen.findByText("Paid in cash");
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a price that a cashier may not set", () => {
  test("PIN-41: is approved by another person's PIN, and the sale carries the approval", async () => {
    fake.server.on(ASK, asked("given"));
    await openWithPaste();
    const sheet = await askFor("10");
    expect(sheet.textContent).toMatch(/Gino Tomato Paste 210g at .*10\.00 instead of .*12\.00/);
    // Neither the cashier nor another cashier approves it.
    expect(within(sheet).getAllByRole("listitem")).toHaveLength(1);
    await chooseKofi();
    enterPin("482604");
    await approved();
    await pay();
    const [sale] = fake.recordSale();
    expect(fake.server.calls(ASK).map(({ body }) => body)).toEqual([
      {
        entry: sale?.row.id,
        what: "price",
        amount_minor: 200,
        item: { product_id: "01990000-0000-7000-8000-0000000000a2", price_minor: 1_000 },
        by: kofi.id,
        pin: "482604",
      },
    ]);
    expect(sale?.approval).toEqual({ by: kofi.id, how: "server", approvalId: ID, what: "price" });
    expect(sale?.cart.lines[0]?.unitPriceMinor).toBe(1_000);
  });

  test("PIN-41: a wrong PIN changes no price", async () => {
    fake.server.on(ASK, refuses(403, "Wrong PIN", "wrong-pin"));
    await openWithPaste();
    await askFor("10");
    await chooseKofi();
    enterPin("111222");
    await screen.findByText("Wrong PIN.");
    backToGrid();
    await pay();
    expect(fake.recordSale()[0]).toMatchObject({ cart: { lines: [{ unitPriceMinor: 1_200 }] } });
    expect(fake.recordSale()[0]?.approval).toBeUndefined();
  });

  test("PIN-41: another price asks again, and so does the next sale", async () => {
    fake.server.on(ASK, asked("given"));
    await openWithPaste();
    await askFor("10");
    await chooseKofi();
    enterPin("482604");
    await approved();
    backToGrid();
    await askFor("11");
    await chooseKofi();
    enterPin("482604");
    await approved();
    await pay();
    // The rest of the screen follows the receipt.
    await waitFor(() => {
      pressLater(/^Next sale/, 5_000);
      expect(screen.queryByRole("region", { name: "Paid" })).toBeNull();
    });
    fireEvent.click(tile("Gino"));
    await askFor("11");
    expect(fake.server.calls(ASK)).toHaveLength(2);
  });

  test("PIN-41: more of it than was approved asks again at Charge", async () => {
    fake.server.on(ASK, asked("given"));
    await openWithPaste();
    await askFor("10");
    await chooseKofi();
    enterPin("482604");
    await approved();
    fireEvent.click(screen.getByRole("button", { name: "One more Gino Tomato Paste 210g" }));
    backToGrid();
    press("Charge");
    await screen.findByRole("dialog", { name: "Needs approval" });
    await chooseKofi();
    enterPin("482604");
    await screen.findByRole("region", { name: "Charge" });
    expect(fake.server.calls(ASK)[1]?.body).toMatchObject({ amount_minor: 400 });
  });

  test("PIN-41: an approval runs out after 2 minutes", async () => {
    fake.server.on(ASK, asked("given"));
    await openWithPaste();
    await askFor("10");
    await chooseKofi();
    enterPin("482604");
    await approved();
    backToGrid();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: now + 2 * MINUTE + 1_000 });
    press("Charge");
    await screen.findByRole("dialog", { name: "Needs approval" });
  });

  test("PIN-42: without a network it is checked here, up to the shop's limit", async () => {
    await openWithPaste();
    fake.offline();
    await askFor("10");
    await chooseKofi();
    enterPin("482604");
    await screen.findByText("No network. Connect once to approve on this phone.");
    act(() => {
      fake.become({ data: fake.dataWith({ offlineApprovalMinor: 199 }) });
    });
    enterPin("482604");
    await screen.findByText("Without a network a PIN approves at most GH₵1.99.");
    expect(fake.server.calls(ASK)).toEqual([]);
  });

  test("PIN-43: is asked for on the approver's phone, and waits for the answer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    fake.server.on(ASK, asked("waiting"));
    fake.server.on(`GET /api/v1/approvals/${ID}`, viewed("waiting"), viewed("given"));
    await openWithPaste();
    await askFor("10");
    await chooseKofi();
    press("Ask on their phone");
    await screen.findByText("Waiting for Kofi Asante to answer on their phone.");
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await approved();
    expect(fake.server.calls(ASK)[0]?.body).not.toHaveProperty("pin");
  });

  test("PIN-43: a refusal says so, and the wait can be cancelled", async () => {
    fake.server.on(ASK, asked("refused"), asked("waiting"));
    await openWithPaste();
    await askFor("10");
    await chooseKofi();
    press("Ask on their phone");
    await screen.findByText("Kofi Asante refused.");
    press("Ask on their phone");
    await screen.findByText(/^Waiting for/);
    press("Cancel");
    await screen.findByText("Kofi Asante, enter your PIN.");
  });

  test("PIN-41: the shop's own price needs no approval, and a manager none at all", async () => {
    await openTill("manager");
    fireEvent.click(tile("Gino"));
    press(/item/);
    fireEvent.click(await screen.findByRole("button", { name: "Change Gino Tomato Paste 210g" }));
    const sheet = await screen.findByRole("dialog", { name: "Gino Tomato Paste 210g" });
    fireEvent.change(within(sheet).getByLabelText("Unit price"), { target: { value: "10" } });
    fireEvent.click(within(sheet).getByRole("button", { name: "Done" }));
    await screen.findByText(/10\.00 each, instead of/);
    await pay();
    expect(fake.recordSale()[0]?.approval).toBeUndefined();
  });
});
