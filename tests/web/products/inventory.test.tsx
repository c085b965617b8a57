import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { milk, noodles, paste, product, sardines, settings } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const LIST = "GET /api/products.php";
const PATH = "/app/inventory";
const rice = product({ id: "p-rice", name: "Royal Aroma Rice 5kg", price: 145, stock: 22 });

const stockOf = (goods = [noodles, milk, paste, rice, sardines]) =>
  fake.server.on(LIST, succeeds(goods));
const names = () =>
  screen.getAllByRole("button", { name: / stock movements$/ }).map((button) => button.textContent);

describe("the totals of the inventory", () => {
  test.each([
    [false, 0],
    [true, 1],
  ])("RIGHT-11: a cashier sees the stock value, if the owner says so: %s", async (shown, times) => {
    stockOf();
    const business = { ...settings.business, cashiers_see_takings: shown };
    fake.server.on("GET /api/v1/settings", succeeds({ ...settings, business }));
    open(PATH, "cashier");
    await screen.findByText("Royal Aroma Rice 5kg");
    await waitFor(() =>
      expect(fake.server.calls("GET /api/v1/settings").length).toBeGreaterThan(0),
    );
    await waitFor(() => expect(screen.queryAllByText(/^Stock value/)).toHaveLength(times));
  });

  test("INV-01: shows the value of the stock and how many products are low or out", async () => {
    stockOf();
    open(PATH, "owner");
    // 96 at 12.00, 6 at 68.00, 212 at 4.50, 22 at 145.00
    await screen.findByText("5,704.00", { exact: false });
    screen.getByText("Stock value, at selling price");
    for (const name of ["Products", "Low stock", "Out of stock"]) {
      expect(screen.getAllByText(name).length).toBeGreaterThan(0);
    }
    expect(document.title).toBe("Inventory · Tillbook");
  });

  test("INV-10: adds the value at cost once every product has a cost", async () => {
    stockOf([
      { ...milk, cost: 50 },
      { ...paste, cost: 9.5 },
    ]);
    open(PATH, "owner");
    await screen.findByText("GH₵1,212.00 at cost");
  });

  test("INV-10: shows no cost while one is missing", async () => {
    stockOf([{ ...milk, cost: 50 }, paste]);
    open(PATH, "owner");
    await screen.findByRole("row", { name: /Peak Milk 400g/ });
    expect(screen.queryByText(/at cost/)).toBeNull();
  });

  test("INV-12: leaves out what is not counted, and lists it last without figures", async () => {
    const jollof = product({ id: "p-jollof", name: "Jollof", stock: 0, track_stock: false });
    stockOf([jollof, { ...milk, cost: 50 }]);
    const user = open(PATH, "owner");
    const row = await screen.findByRole("row", { name: /Jollof/ });
    expect(names()).toEqual(["Peak Milk 400g stock movements", "Jollof stock movements"]);
    expect(row.textContent).toContain("–Level Not counted");
    screen.getByText("GH₵300.00 at cost");
    screen.getByText("408.00", { exact: false, selector: "strong, b, span" });
    await user.click(screen.getByRole("button", { name: "Show only out of stock" }));
    await screen.findByText("No products found");
  });

  test("counts parts exactly and oversold stock as zero", async () => {
    const cloth = product({
      id: "p-cloth",
      name: "Wax print",
      price: 40,
      stock: 2,
      stock_exact: 250,
      unit: { name: "yard", per_unit: 100 },
    });
    stockOf([cloth, { ...milk, stock: -3, stock_exact: -3 }]);
    open(PATH, "owner");
    await screen.findByRole("row", { name: /Wax print/ });
    expect(screen.getByRole("row", { name: /Wax print/ }).textContent).toContain("GH₵100.00");
    const oversold = screen.getByRole("row", { name: /Peak Milk/ });
    expect(oversold.textContent).toContain("GH₵0.00");
    expect(oversold.textContent).toContain("Out of stock");
  });

  test("INV-01: a press filters the list, a second one shows all", async () => {
    stockOf();
    const user = open(PATH, "owner");
    const low = await screen.findByRole("button", { name: "Show only low stock" });
    await user.click(low);
    expect(low.getAttribute("aria-pressed")).toBe("true");
    expect(names()).toEqual(["Peak Milk 400g stock movements"]);
    expect(location.search).toBe("?level=low");
    await user.click(low);
    expect(names()).toHaveLength(5);
    await user.click(screen.getByRole("button", { name: "Show only out of stock" }));
    expect(names()).toEqual(["Titus Sardines 125g stock movements"]);
  });
});

describe("the list of the inventory", () => {
  test("starts with the lowest stock, and names each level", async () => {
    stockOf();
    open(PATH, "owner");
    await screen.findByRole("row", { name: /Peak Milk 400g/ });
    const rows = screen.getAllByRole("row").slice(1);
    const levels = ["Out of stock", "Low", "Medium", "Well stocked", "Well stocked"];
    for (const [index, level] of levels.entries()) {
      expect(rows[index]?.textContent).toContain(`Level ${level}`);
    }
  });

  test.each([
    ["Out of stock", "Titus Sardines 125g"],
    ["Low", "Peak Milk 400g"],
    ["Medium", "Royal Aroma Rice 5kg"],
  ])("filters by the level %s", async (level, name) => {
    stockOf();
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("radio", { name: `${level} 1` }));
    expect(names()).toEqual([`${name} stock movements`]);
  });

  test("INV-03: searches by name within the level, and says when nothing fits", async () => {
    stockOf();
    const user = open(`${PATH}?level=good`, "owner");
    const search = await screen.findByRole("searchbox", { name: "Search inventory" });
    await user.type(search, "INDOMIE");
    await screen.findByText("1 of 5 products");
    expect(names()).toEqual(["Indomie Onion 70g stock movements"]);
    await user.clear(search);
    await user.type(search, "peak");
    await screen.findByText("Try adjusting your search criteria");
  });

  test("says that it is loading", async () => {
    fake.server.on(LIST, hangs);
    open(PATH, "owner");
    await screen.findByText("Loading inventory...");
  });

  test("invites to add the first product", async () => {
    stockOf([]);
    open(PATH, "owner");
    await screen.findByText("Get started by adding your first product");
    screen.getByRole("link", { name: "Add Product" });
  });

  test.each([
    ["a refusal", refuses(429, "Too many requests"), "Failed to load inventory"],
    ["no answer", breaks, "Error loading inventory"],
  ])("INV-08: shows %s and retries", async (_, answer, text) => {
    fake.server.on(LIST, answer);
    const user = open(PATH, "owner");
    await screen.findByRole("heading", { name: text });
    stockOf();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByRole("row", { name: /Peak Milk 400g/ });
  });
});
