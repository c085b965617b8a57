import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { onPhone } from "#tests/web/kit/phone.ts";
import { milk, noodles, product, sardines } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const LIST = "GET /api/products.php";
const PATH = "/app/products";

describe("the list of products", () => {
  test("PROD-01, PROD-02: shows price, stock and status of each", async () => {
    fake.server.on(LIST, succeeds([milk, noodles, sardines]));
    open(PATH, "owner");
    const low = await screen.findByRole("row", { name: /Peak Milk 400g/ });
    expect(low.textContent).toContain("GH₵68.00");
    expect(low.textContent).toContain("6 left");
    expect(low.textContent).toContain("Active");
    expect(screen.getByRole("row", { name: /Indomie/ }).textContent).toContain("212 in stock");
    expect(screen.getByRole("row", { name: /Titus/ }).textContent).toContain("Out of stock");
    screen.getByText("3 products");
  });

  test("PROD-03: searches by name in any case, and says when nothing fits", async () => {
    fake.server.on(LIST, succeeds([milk, noodles]));
    const user = open(PATH, "owner");
    const search = await screen.findByRole("searchbox", { name: "Search products" });
    await user.type(search, "PEAK");
    await screen.findByText("1 of 2 products");
    expect(screen.queryByText("Indomie Onion 70g")).toBeNull();
    await user.type(search, "x");
    await screen.findByText("Try adjusting your search criteria");
  });

  test("PROD-03: searches by SKU and by barcode", async () => {
    fake.server.on(LIST, succeeds([{ ...milk, sku: "PM-4", barcodes: ["6001"] }, noodles]));
    const user = open(PATH, "owner");
    const search = await screen.findByRole("searchbox", { name: "Search products" });
    for (const words of ["pm-4", "6001"]) {
      await user.clear(search);
      await user.type(search, words);
      await screen.findByText("1 of 2 products");
      screen.getByText("Peak Milk 400g");
    }
  });

  test("PROD-48: a category is chosen, and a product without one has a choice, too", async () => {
    const drinks = { ...milk, category: "Drinks" };
    fake.server.on(LIST, succeeds([drinks, noodles, { ...sardines, category: "Tins" }]));
    const user = open(PATH, "owner");
    const category = await screen.findByLabelText("Category");
    expect([...category.querySelectorAll("option")].map(({ text }) => text)).toEqual([
      "All categories",
      "Drinks",
      "Tins",
      "No category",
    ]);
    await user.selectOptions(category, "Drinks");
    await screen.findByText("1 of 3 products");
    screen.getByText("Peak Milk 400g");
    await user.selectOptions(category, "No category");
    await screen.findByText("Indomie Onion 70g");
    expect(screen.queryByText("Peak Milk 400g")).toBeNull();
    await user.selectOptions(category, "All categories");
    await screen.findByText("3 products");
  });

  test("PROD-48: without categories there is no filter", async () => {
    fake.server.on(LIST, succeeds([milk]));
    open(PATH, "owner");
    await screen.findByText("1 product");
    expect(screen.queryByLabelText("Category")).toBeNull();
  });

  test("PROD-48: after a save the list shows all categories, with the saved product", async () => {
    fake.server.on(LIST, succeeds([{ ...milk, category: "Drinks" }, noodles]));
    fake.server.on("PUT /api/products.php", succeeds({ id: milk.id }));
    const user = open(PATH, "owner");
    await user.selectOptions(await screen.findByLabelText("Category"), "Drinks");
    await user.click(screen.getByRole("button", { name: "Peak Milk 400g" }));
    await user.type(await screen.findByLabelText("Name"), " tin");
    await user.click(screen.getByRole("button", { name: "Update Product" }));
    await screen.findByText("Indomie Onion 70g");
  });

  test("PROD-49: the name opens the product for who may change it", async () => {
    fake.server.on(LIST, succeeds([milk]));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Peak Milk 400g" }));
    await screen.findByRole("dialog", { name: /Edit/ });
  });

  test("PROD-49: a cashier sees a name without a press", async () => {
    fake.server.on(LIST, succeeds([milk]));
    open(PATH, "cashier");
    await screen.findByText("Peak Milk 400g");
    expect(screen.queryByRole("button", { name: "Peak Milk 400g" })).toBeNull();
  });

  const many = Array.from({ length: 60 }, (_, index) =>
    product({ id: `p-${index}`, name: `Product ${index + 1}` }),
  );

  test("SALE-45: shows fifty a page", async () => {
    fake.server.on(LIST, succeeds(many));
    const user = open(PATH, "owner");
    await screen.findByText("1 to 50 of 60");
    expect(screen.queryByText("Product 51")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Next" }));
    screen.getByText("Product 51");
    screen.getByText("51 to 60 of 60");
    expect(screen.queryByText("Product 50")).toBeNull();
  });

  test("SALE-45: on a phone, shows the rest below", async () => {
    onPhone();
    fake.server.on(LIST, succeeds(many));
    const user = open(PATH, "owner");
    await screen.findByText("1 to 50 of 60");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    screen.getByText("Product 60");
    screen.getByText("Product 1");
  });

  test("SALE-46: the heads sort by name, price and stock, and the third press is as before", async () => {
    const rows = [
      product({ id: "p-1", name: "Milo", price: 20, stock: 1 }),
      product({ id: "p-2", name: "Ampesi", price: 30, stock: 9 }),
      product({ id: "p-3", name: "Zomi", price: 10, stock: 5 }),
    ];
    fake.server.on(LIST, succeeds(rows));
    const user = open(PATH, "owner");
    await screen.findByText("Milo");
    const names = () =>
      screen
        .getAllByRole("row")
        .slice(1)
        .map(({ textContent }) => /^[A-Z][a-z]+/.exec(textContent)?.[0]);
    const press = (name: string) => user.click(screen.getByRole("button", { name }));
    await press("Price");
    expect(names()).toEqual(["Zomi", "Milo", "Ampesi"]);
    const head = screen.getByRole("columnheader", { name: "Price" });
    expect(head.getAttribute("aria-sort")).toBe("ascending");
    await press("Price");
    expect(names()).toEqual(["Ampesi", "Milo", "Zomi"]);
    expect(head.getAttribute("aria-sort")).toBe("descending");
    await press("Price");
    expect(names()).toEqual(["Milo", "Ampesi", "Zomi"]);
    expect(head.hasAttribute("aria-sort")).toBe(false);
    await press("Stock");
    expect(names()).toEqual(["Milo", "Zomi", "Ampesi"]);
    await press("Product");
    expect(names()).toEqual(["Ampesi", "Milo", "Zomi"]);
  });

  test("PROD-12: invites to add the first product", async () => {
    fake.server.on(LIST, succeeds([]));
    open(PATH, "owner");
    await screen.findByText("Get started by adding your first product");
    expect(screen.getAllByRole("button", { name: "Add Product" })).toHaveLength(1);
  });

  test("PROD-11: shows a refusal to load", async () => {
    fake.server.on(LIST, refuses(429, "Too many requests"));
    open(PATH, "owner");
    await screen.findByText("Failed to load products");
    await screen.findByRole("button", { name: "Try Again" });
  });

  test("PROD-13, RIGHT-02: offers each role only what it may do", async () => {
    fake.server.on(LIST, succeeds([milk]));
    open(PATH, "cashier");
    await screen.findByText("Peak Milk 400g");
    for (const name of ["Add Product", /^Edit/, /^Delete/, /^Adjust stock/]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });
});
