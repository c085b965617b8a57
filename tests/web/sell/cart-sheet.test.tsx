import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { fromOtherTab, onDevice, unseenFromOtherTab } from "#tests/web/kit/device.ts";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import {
  barText,
  milo,
  openTill,
  press,
  PRODUCTS,
  RECORD,
  recorded,
  scan,
  SELL,
  startOnlySell,
  tile,
  tillEachTest,
} from "#tests/web/kit/till.tsx";
import { device } from "#web/device/device.ts";

const fake = tillEachTest();
/** The list is asked for again before the sheet closes. */
const SLOWLY = { timeout: 5_000 };
const OWNER = "tenant-adom/user-owner";

describe("the cart", () => {
  test("SELL-13: opens from the bar with the newest line on top", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    fireEvent.click(tile("Peak Milk"));
    press(/items/);
    const sheet = await screen.findByRole("dialog", { name: "2 items" });
    expect(
      within(sheet)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent)[0],
    ).toMatch(/^Peak Milk/);
  });

  test("SELL-12: a line is stepped, removed and restored", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    press(/item /);
    const sheet = await screen.findByRole("dialog", { name: "1 item" });
    fireEvent.click(within(sheet).getByRole("button", { name: "One more Milo 400g" }));
    await screen.findByRole("dialog", { name: "2 items" });
    fireEvent.click(screen.getByRole("button", { name: "One less Milo 400g" }));
    fireEvent.click(screen.getByRole("button", { name: "One less Milo 400g" }));
    await screen.findByRole("dialog", { name: "0 items" });
    fireEvent.click(screen.getByRole("button", { name: "Undo last change" }));
    await screen.findByRole("dialog", { name: "1 item" });
  });

  test("SELL-45: several lines are cleared in one press, and undo brings them back", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    expect(screen.queryByRole("button", { name: "Clear cart" })).toBeNull();
    fireEvent.click(tile("Peak Milk"));
    press(/items/);
    await screen.findByRole("dialog", { name: "2 items" });
    press("Clear cart");
    await screen.findByRole("dialog", { name: "0 items" });
    screen.getByText("Cart cleared");
    await waitFor(async () => expect(await onDevice("carts")).toBe("[]"));
    press("Undo last change");
    await screen.findByRole("dialog", { name: "2 items" });
    await waitFor(async () => expect(await onDevice("carts")).toContain("Peak Milk"));
  });

  test("SELL-47: a note goes with the cart to the sale, and can be taken away", async () => {
    fake.server.on(RECORD, recorded);
    await openTill();
    press(/item/);
    await screen.findByRole("dialog", { name: "0 items" });
    expect(screen.queryByRole("button", { name: "Add a note" })).toBeNull();
    press("Close");
    fireEvent.click(tile("Milo 400g"));
    press(/item /);
    fireEvent.click(await screen.findByRole("button", { name: "Add a note" }));
    const type = async (text: string) => {
      const sheet = await screen.findByRole("dialog", { name: "Note" });
      fireEvent.change(within(sheet).getByLabelText("Note"), { target: { value: text } });
      fireEvent.click(within(sheet).getByRole("button", { name: "Done" }));
    };
    await type("  Deliver to Osu  ");
    fireEvent.click(await screen.findByRole("button", { name: "Deliver to Osu" }));
    await waitFor(async () => expect(await onDevice("carts")).toContain("Deliver to Osu"));
    await type(" ");
    fireEvent.click(await screen.findByRole("button", { name: "Add a note" }));
    await type("Table 4");
    await screen.findByRole("button", { name: "Table 4" });
    press("Close");
    press("Charge");
    press(/^Exact/);
    await screen.findByText("Paid in cash");
    expect(fake.sent()).toMatchObject([{ notes: "Table 4" }]);
  });

  test.each([
    ["Yaa Afia Asante", { first_name: "Yaa", last_name: "Afia Asante" }],
    ["024 811 4470", { first_name: "Yaa", last_name: "Asante", phone: "024 811 4470" }],
  ])(
    "SELL-48: a search for %s that finds no customer adds one, who is chosen",
    async (text, added) => {
      fake.server.on("GET /api/customers.php", succeeds([]));
      fake.server.on("POST /api/customers.php", succeeds({ id: "c-new" }));
      const user = await openTill("cashier");
      fireEvent.click(tile("Milo 400g"));
      press(/item /);
      await user.click(await screen.findByRole("button", { name: "Customer" }));
      const search = await screen.findByLabelText("Search customers");
      fireEvent.change(search, { target: { value: text } });
      await user.click(await screen.findByRole("button", { name: `Add "${text}"` }));
      const sheet = await screen.findByRole("dialog", { name: "New customer" });
      const first = within(sheet).getByLabelText<HTMLInputElement>("First name");
      if (first.value === "") {
        await user.click(within(sheet).getByRole("button", { name: "Save and choose" }));
        await within(sheet).findByText("First name is required");
        fireEvent.change(first, { target: { value: "Yaa" } });
        fireEvent.change(within(sheet).getByLabelText("Last name"), {
          target: { value: "Asante" },
        });
      }
      await user.click(within(sheet).getByRole("button", { name: "Save and choose" }));
      const { first_name: given, last_name: family } = added;
      await screen.findByRole("button", { name: `Customer ${given} ${family}` }, SLOWLY);
      expect(fake.server.calls("POST /api/customers.php").map(({ body }) => body)).toEqual([added]);
    },
  );

  test("SELL-48: and not in a session that a PIN began", async () => {
    fake.server.on("GET /api/customers.php", succeeds([]));
    const user = await openTill("cashier");
    act(() => startOnlySell());
    fireEvent.click(await screen.findByRole("button", { name: /^Milo 400g/ }));
    press(/item /);
    await user.click(await screen.findByRole("button", { name: "Customer" }));
    const search = await screen.findByLabelText("Search customers");
    fireEvent.change(search, { target: { value: "Yaa" } });
    await screen.findByText("No customers found");
    expect(screen.queryByRole("button", { name: /^Add "/ })).toBeNull();
  });

  test("a manager may change a price, a cashier only sees it", async () => {
    await openTill("manager");
    fireEvent.click(tile("Milo 400g"));
    press(/item /);
    fireEvent.click(await screen.findByRole("button", { name: "Change Milo 400g" }));
    const sheet = await screen.findByRole("dialog", { name: "Milo 400g" });
    fireEvent.change(within(sheet).getByLabelText("Quantity"), { target: { value: "3" } });
    fireEvent.change(within(sheet).getByLabelText("Unit price"), { target: { value: "60" } });
    fireEvent.click(within(sheet).getByRole("button", { name: "Done" }));
    await screen.findByRole("dialog", { name: "3 items" });
    screen.getByText(/GH₵60.00 each, instead of GH₵62.00/);
  });

  test("SELL-20: parks in one press and recalls in two, across a reload", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    press("Park");
    await waitFor(() => expect(barText()).toContain("0 items"));
    press("Parked carts, 1");
    fireEvent.click(await screen.findByRole("button", { name: /Walk-in Customer, 1 item/ }));
    await waitFor(() => expect(barText()).toContain("62.00"));
    expect(await onDevice("carts")).not.toContain("parkedMs");
  });

  test("SELL-20: parking keeps a cart that another tab parked", async () => {
    await openTill();
    const other = { lines: [], newest: null, customer: { id: "c-kwame", name: "Kwame Boateng" } };
    const row = { id: "other", owner: OWNER, changedMs: 1, version: 1, cart: other };
    await fromOtherTab("carts", { ...row, parkedMs: Date.now() });
    await screen.findByRole("button", { name: "Parked carts, 1" });
    fireEvent.click(tile("Milo 400g"));
    press("Park");
    await screen.findByRole("button", { name: "Parked carts, 2" });
    expect(await onDevice("carts")).toContain("Kwame Boateng");
  });

  test("SELL-39: is gone when another tab has paid it, and says so", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    press("Charge");
    await waitFor(() => expect(device.get().rows.carts).toHaveLength(1));
    await fromOtherTab("carts", "cleared");
    await screen.findByText("This cart was paid, parked or emptied in another tab.");
    expect(screen.queryByRole("region", { name: "Charge" })).toBeNull();
    expect(screen.getByRole("button", { name: /^Charge/ })).toHaveProperty("disabled", true);
    fireEvent.click(tile("Gino"));
    await vi.waitFor(async () => expect(await onDevice("carts")).toContain("p-paste"));
    expect(await onDevice("carts")).not.toContain("p-milo");
  });

  test("SELL-39: a cart that another tab has just paid is not parked", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    await waitFor(() => expect(device.get().rows.carts).toHaveLength(1));
    await unseenFromOtherTab("carts", "cleared");
    press("Park");
    await screen.findByText("This cart was paid, parked or emptied in another tab.");
    expect(await onDevice("carts")).toBe("[]");
    expect(barText()).toContain("0 items");
  });

  test("SELL-39: a parked cart that another tab has just taken leaves the cart on the screen", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    press("Park");
    await screen.findByRole("button", { name: "Parked carts, 1" });
    fireEvent.click(tile("Gino"));
    await waitFor(() => expect(device.get().rows.carts).toHaveLength(2));
    press("Parked carts, 1");
    const shown = device.get().rows.carts.find(({ parkedMs }) => parkedMs === undefined);
    await unseenFromOtherTab("carts", "cleared");
    await unseenFromOtherTab("carts", { ...shown });
    fireEvent.click(await screen.findByRole("button", { name: /Walk-in Customer, 1 item/ }));
    await screen.findByText("This cart was paid, parked or emptied in another tab.");
    expect(barText()).toContain("1 item");
    expect(await onDevice("carts")).toContain("p-paste");
  });

  test("SELL-39: a cart whose first write failed is not taken for one that was paid", async () => {
    await openTill();
    const failOnce = () =>
      vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(() => {
        throw new DOMException("full", "QuotaExceededError");
      });
    failOnce();
    fireEvent.click(tile("Milo 400g"));
    press("Park");
    await screen.findByRole("button", { name: "Parked carts, 1" });
    expect(await onDevice("carts")).toContain("p-milo");
    failOnce();
    fireEvent.click(tile("Gino"));
    fireEvent.click(tile("Gino"));
    await waitFor(() => expect(device.get().rows.carts).toHaveLength(2));
    expect(barText()).toContain("2 items");
  });

  test("SELL-39: takes over what another tab changed", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    await waitFor(() => expect(device.get().rows.carts).toHaveLength(1));
    const [row] = device.get().rows.carts;
    const lines = row?.cart.lines.map((line) => ({ ...line, quantity: 3 }));
    await fromOtherTab("carts", { ...row, version: 2, cart: { ...row?.cart, lines } });
    await waitFor(() => expect(barText()).toContain("186.00"));
  });

  test("SELL-32: keeps lines and customer on the device", async () => {
    const user = await openTill();
    fireEvent.click(tile("Milo 400g"));
    await user.keyboard("{F2}");
    fireEvent.click(await screen.findByRole("button", { name: /^Kwame Boateng/ }));
    await vi.waitFor(async () => expect(await onDevice("carts")).toContain("Kwame Boateng"));
  });

  test("takes over current prices, and says so", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    fake.server.on(PRODUCTS, succeeds([{ ...milo, price: 65, version: 2 }]));
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(barText()).toContain("65.00"));
    await screen.findByText(/Prices have changed\. The cart is up to date/);
  });

  test("closes the sheet of a line whose price changes, and blocks no scan", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    press(/item /);
    fireEvent.click(await screen.findByRole("button", { name: "Change Milo 400g" }));
    await screen.findByRole("dialog", { name: "Milo 400g" });
    fake.server.on(PRODUCTS, succeeds([{ ...milo, price: 65, version: 2 }]));
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    const below = await screen.findByRole("dialog", { name: "1 item" });
    scan("6001240100035");
    await screen.findByRole("dialog", { name: "2 items" });
    fireEvent.click(within(below).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("SELL-27: Back closes the top sheet and does not leave with items in the cart", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    press(/item /);
    await screen.findByRole("dialog", { name: "1 item" });
    act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
    await screen.findByText(/There are items in the cart/);
    expect(location.pathname).toBe(SELL);
  });
});
