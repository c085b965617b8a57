import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
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

  test("shows ten a page", async () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      product({ id: `p-${index}`, name: `Product ${index + 1}` }),
    );
    fake.server.on(LIST, succeeds(many));
    const user = open(PATH, "owner");
    await screen.findByText("1 to 10 of 12");
    expect(screen.queryByText("Product 11")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Next" }));
    screen.getByText("Product 11");
    screen.getByText("11 to 12 of 12");
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
