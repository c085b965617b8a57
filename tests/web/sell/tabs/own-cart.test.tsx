import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { fromOtherTab, unseenFromOtherTab } from "#tests/web/kit/device.ts";
import { barText, onScreen, openTill, tile, tillEachTest } from "#tests/web/kit/till.tsx";
import { device } from "#web/device/device.ts";

tillEachTest();

/** Milo in the cart of this tab, and five later in that of another. */
async function sellInTwoTabs() {
  await openTill();
  fireEvent.click(tile("Milo 400g"));
  await waitFor(() => expect(device.get().rows.carts).toHaveLength(1));
  const [own] = device.get().rows.carts;
  if (own === undefined) throw new Error("no cart on the device");
  const lines = own.cart.lines.map((line) => ({ ...line, quantity: 5 * line.quantity }));
  const other = {
    ...own,
    id: "other",
    changedMs: Date.now() + 1_000,
    cart: { ...own.cart, lines },
  };
  await fromOtherTab("carts", other);
  await waitFor(() => expect(device.get().rows.carts).toHaveLength(2));
  return { other };
}

async function reload() {
  cleanup();
  await openTill();
}

describe("two tabs that sell", () => {
  test("STATE-42: a reload goes on with the cart of this tab", async () => {
    await sellInTwoTabs();
    await reload();
    expect(barText()).toContain("1 item");
    expect(barText()).toContain("62.00");
  });

  test("STATE-42: if it was paid in the other one, with the cart that is left", async () => {
    const { other } = await sellInTwoTabs();
    await unseenFromOtherTab("carts", "cleared");
    await fromOtherTab("carts", other);
    await waitFor(() => expect(device.get().rows.carts).toHaveLength(1));
    await reload();
    await waitFor(() => expect(barText()).toContain("5 items"));
  });
});

describe("the way to the cart by keyboard", () => {
  test.each([true, false])("SHELL-40: a skip leads past the products (wide: %s)", async (wide) => {
    onScreen(wide);
    const user = await openTill();
    const skip = screen.getByRole("button", { name: "Skip to the cart" });
    await user.tab();
    expect(document.activeElement).toBe(skip);
    await user.keyboard("{Enter}");
    const cart = wide
      ? screen.getByRole("complementary", { name: "Cart" })
      : screen.getByRole("button", { name: /^0 items/ });
    expect(document.activeElement).toBe(cart);
  });
});
