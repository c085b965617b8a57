import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { product } from "#tests/web/kit/shop.ts";
import {
  barText,
  milo,
  openTill,
  PRODUCTS,
  scan,
  SELL,
  shelf,
  startOnlySell,
  tile,
  tillEachTest,
} from "#tests/web/kit/till.tsx";
import { withSold } from "#web/features/sell/till/sold-products.ts";

const fake = tillEachTest();

const sold = (productId: string) => ({ productId });

describe("the grid", () => {
  test("SELL-02: shows name and price, and the stock only when low or out", async () => {
    await openTill();
    expect(tile("Milo 400g").textContent).toBe("Milo 400g62.00");
    expect(tile("Peak Milk").textContent).toContain("6 left");
    expect(tile("Titus Sardines").textContent).toContain("Out");
    fireEvent.click(screen.getByRole("radio", { name: "Drinks" }));
    expect(screen.queryByRole("button", { name: /^Peak Milk/ })).toBeNull();
  });

  test("PROD-24: sells what is not counted where a product that is out is refused", async () => {
    const jollof = product({ id: "p-jollof", name: "Jollof", stock: 0, track_stock: false });
    fake.server.on(PRODUCTS, succeeds([...shelf, jollof]));
    await openTill();
    expect(tile("Jollof").textContent).toBe("Jollof12.00");
    expect(tile("Jollof").getAttribute("aria-disabled")).toBeNull();
    fireEvent.click(tile("Jollof"));
    fireEvent.click(tile("Jollof"));
    expect(barText()).toContain("24.00");
    fireEvent.click(screen.getByRole("button", { name: /^2 items/ }));
    const lines = await screen.findByRole("list", { name: "Cart lines" });
    expect(lines.textContent).not.toMatch(/in stock|out of/i);
  });

  test("SELL-03: a press on a tile adds one, and the bar shows count and total", async () => {
    await openTill();
    fireEvent.click(tile("Milo 400g"));
    fireEvent.click(tile("Peak Milk"));
    expect(barText()).toContain("2 items");
    expect(barText()).toContain("130.00");
    expect(tile("Milo 400g").textContent).toContain("×1");
  });

  test("SELL-04: the search filters without a request", async () => {
    await openTill();
    const asked = fake.server.calls(PRODUCTS).length;
    fireEvent.change(screen.getByLabelText("Search or scan"), { target: { value: "indomie" } });
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Milo/ })).toBeNull());
    expect(tile("Indomie").textContent).toContain("4.50");
    expect(fake.server.calls(PRODUCTS)).toHaveLength(asked);
  });

  test("SELL-46: a search that finds nothing offers to add a product of that name, to who may", async () => {
    fake.server.on("POST /api/products.php", succeeds({ id: "p-new" }));
    const user = await openTill();
    const search = screen.getByLabelText("Search or scan");
    fireEvent.change(search, { target: { value: " Maggi cubes " } });
    await user.click(await screen.findByRole("button", { name: 'Add "Maggi cubes"' }));
    const sheet = await screen.findByRole("dialog", { name: "New product" });
    expect(within(sheet).getByLabelText<HTMLInputElement>("Product name").value).toBe(
      "Maggi cubes",
    );
    fireEvent.change(within(sheet).getByLabelText("Price"), { target: { value: "1.50" } });
    await user.click(within(sheet).getByRole("button", { name: "Save and add" }));
    await waitFor(() => expect(barText()).toContain("1.50"));
    expect(fake.server.calls("POST /api/products.php").map(({ body }) => body)).toEqual([
      { name: "Maggi cubes", price: 1.5, stock: 1 },
    ]);
    tile("Milo 400g");
  });

  test("SELL-46: and not in a session that a PIN began, which may not add anything", async () => {
    await openTill("manager");
    act(() => startOnlySell());
    fireEvent.change(await screen.findByLabelText("Search or scan"), {
      target: { value: "Maggi" },
    });
    await screen.findByText("No products found");
    expect(screen.queryByRole("button", { name: /^Add "/ })).toBeNull();
    act(() => scan("9999999999999"));
    await screen.findByText(/^Not added to the cart. Search by name, or ask/);
  });

  test("SELL-46: and not to a cashier", async () => {
    await openTill("cashier");
    fireEvent.change(screen.getByLabelText("Search or scan"), { target: { value: "Maggi" } });
    await screen.findByText("No products found");
    expect(screen.queryByRole("button", { name: /^Add "/ })).toBeNull();
  });

  test("SELL-05: opening the screen does not focus the search", async () => {
    await openTill();
    expect(document.activeElement).not.toBe(screen.getByLabelText("Search or scan"));
  });

  test("a product out of stock is not added if the shop blocks overselling", async () => {
    await openTill();
    await waitFor(() => expect(tile("Titus Sardines").getAttribute("aria-disabled")).toBe("true"));
    fireEvent.click(tile("Titus Sardines"));
    expect(barText()).toContain("0 items");
    await screen.findByText("Titus Sardines 125g is out of stock");
  });

  test("a long press offers to make a product a favourite on this device", async () => {
    await openTill();
    fireEvent.contextMenu(tile("Milo 400g"));
    const sheet = await screen.findByRole("dialog", { name: "Milo 400g" });
    fireEvent.click(within(sheet).getByRole("button", { name: "Favourite on this device" }));
    fireEvent.click(within(sheet).getByRole("button", { name: "Close" }));
    fireEvent.click(await screen.findByRole("radio", { name: "Favourites" }));
    expect(screen.queryByRole("button", { name: /^Peak Milk/ })).toBeNull();
    expect(tile("Milo 400g")).toBeDefined();
  });

  test("SELL-81: until a favourite is chosen, shows what this device has sold most often", async () => {
    const before = withSold(withSold({}, { lines: [sold("p-milk"), sold("p-milo")] }), {
      lines: [sold("p-milo")],
    });
    localStorage.setItem("till-sold:tenant-adom", JSON.stringify(before));
    await openTill();
    expect(tile("Peak Milk")).toBeDefined();
    fireEvent.click(screen.getByRole("radio", { name: "Favourites" }));
    screen.getByText(/^Sold most often on this device/);
    const names = screen.getAllByRole("button", { name: /^(?:Milo|Peak Milk|Titus)/ });
    expect(names.map(({ textContent }) => textContent)).toHaveLength(2);
    expect(names[0]?.textContent).toContain("Milo");
    fireEvent.contextMenu(tile("Peak Milk"));
    fireEvent.click(await screen.findByRole("button", { name: "Favourite on this device" }));
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByText(/^Sold most often/)).toBeNull());
    expect(screen.queryByRole("button", { name: /^Milo/ })).toBeNull();
  });

  test("SELL-81: counts a product once for a sale, no open amounts, and halves large counts", () => {
    const amount = { ...sold("open"), open: true as const };
    expect(withSold({ a: 1 }, { lines: [sold("a"), sold("a"), sold("b"), amount] })).toEqual({
      a: 2,
      b: 1,
    });
    expect(withSold({ a: 1_000, b: 1 }, { lines: [sold("a")] })).toEqual({ a: 500 });
  });

  test("the first favourite does not change the current view", async () => {
    await openTill();
    fireEvent.contextMenu(tile("Milo 400g"));
    fireEvent.click(await screen.findByRole("button", { name: "Favourite on this device" }));
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(tile("Peak Milk")).toBeDefined();
  });

  test("falls back to all products when the chosen category is gone", async () => {
    await openTill();
    fireEvent.click(screen.getByRole("radio", { name: "Drinks" }));
    fake.server.on(PRODUCTS, succeeds([{ ...milo, category: "Tins", version: 2 }]));
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await screen.findByRole("radio", { name: "Tins" });
    expect(screen.getByRole("radio", { name: "All" })).toHaveProperty("checked", true);
    expect(tile("Peak Milk")).toBeDefined();
  });

  test("says why the grid is empty, and what to do", async () => {
    fake.server.on(PRODUCTS, succeeds([]));
    open(SELL, "owner");
    await screen.findByText("No products yet");
    screen.getByRole("link", { name: "Add Product" });
  });

  test("retries when the products failed to load", async () => {
    fake.server.on(PRODUCTS, refuses(403, "Not for you"), succeeds(shelf));
    const user = open(SELL, "owner");
    await user.click(await screen.findByRole("button", { name: "Try Again" }));
    await screen.findByRole("button", { name: /^Milo 400g/ });
  });

  test("SELL-35: a role that may not sell is not offered the screen", async () => {
    open(SELL, "accountant");
    await screen.findByRole("navigation", { name: "Shortcuts" });
    expect(screen.queryByLabelText("Search or scan")).toBeNull();
    expect(screen.queryByRole("link", { name: "Sell" })).toBeNull();
  });
});
