import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { open } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import {
  onScreen,
  openTill,
  press,
  RECORD,
  SELL,
  tile,
  tillEachTest,
} from "#tests/web/kit/till.tsx";

const fake = tillEachTest();

describe("SELL-28: from tablet width on", () => {
  test("the cart is next to the products, and there is no bar", async () => {
    onScreen(true);
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    const cart = screen.getByRole("complementary", { name: "Cart" });
    within(cart).getByText("1 item");
    within(cart).getByRole("button", { name: "Charge GH₵62.00" });
  });

  test("going back to the cart by adding a product clears a refusal", async () => {
    onScreen(true);
    fake.server.on(RECORD, refuses(409, "Another person changed this"));
    await openTill();
    fireEvent.click(tile("Gino"));
    press(/^Charge/);
    press(/^Exact/);
    await screen.findByText(/Another person changed this/);
    fireEvent.click(tile("Milo 400g"));
    press(/^Charge/);
    await screen.findByRole("region", { name: "Charge" });
    expect(screen.queryByText(/Another person changed this/)).toBeNull();
  });

  test("SELL-21: Undo next to a removed line undoes only that", async () => {
    onScreen(true);
    const user = await openTill();
    fireEvent.click(tile("Milo 400g"));
    await user.keyboard("{Delete}");
    screen.getByRole("button", { name: "Undo" });
    fireEvent.click(tile("Peak Milk"));
    screen.getByText("Milo 400g removed");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  test("SELL-23: F10 charges, Esc goes back, Del removes, Ctrl+Z undoes, ? shows the keys", async () => {
    onScreen(true);
    const user = await openTill();
    fireEvent.click(tile("Milo 400g"));
    await user.keyboard("{F10}");
    await screen.findByRole("region", { name: "Charge" });
    await user.keyboard("{Escape}");
    await screen.findByRole("complementary", { name: "Cart" });
    await user.keyboard("{Delete}");
    await screen.findByText("Milo 400g removed");
    await user.keyboard("{Control>}z{/Control}");
    await screen.findByText("1 item");
    await user.keyboard("{F8}");
    await screen.findByText("Parked");
    await user.keyboard("{F9}");
    await screen.findByRole("dialog", { name: "Parked carts" });
    await user.keyboard("{Escape}");
    await user.keyboard("?");
    await screen.findByRole("dialog", { name: "Keys" });
  });
});

describe("the sell screen on a device", () => {
  test("SELL-36: keeps the screen awake while open", async () => {
    const release = vi.fn(() => Promise.resolve());
    const request = vi.fn(() => Promise.resolve({ release }));
    Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
    await openTill();
    expect(request).toHaveBeenCalledWith("screen");
    cleanup();
    await waitFor(() => expect(release).toHaveBeenCalled());
    Reflect.deleteProperty(navigator, "wakeLock");
  });

  test("SELL-01: the Sell entry of the frame opens it", async () => {
    fake.server.on("GET /api/customers.php", succeeds([]));
    const user = open("/app/customers", "cashier");
    await user.click(await screen.findByRole("link", { name: "Sell" }));
    await screen.findByRole("button", { name: /^Milo 400g/ });
    expect(location.pathname).toBe(SELL);
  });
});
