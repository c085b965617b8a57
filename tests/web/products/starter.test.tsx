import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { fillIn, pressIn } from "#tests/web/kit/hands.ts";
import { product } from "#tests/web/kit/shop.ts";
import { TRADES } from "#web/features/products/starter/starter-list.ts";

const fake = serveEachTest();

const LIST = "GET /api/products.php";
const IMPORT = "POST /api/v1/products/import";
const PATH = "/app/products?starter=1";
const FEWEST = 60;
const LONGEST_NAME = 60;

const imported = (added: number) => ({
  dry_run: false,
  rows: added,
  added,
  ignored_columns: [],
  errors: [],
  error_count: 0,
});
const files = () => fake.server.calls(IMPORT).map(({ body }) => body);
const dialog = () => screen.findByRole("dialog", { name: "Add products from a list" });

describe("adding products from a list", () => {
  test.each(TRADES)(
    "PROD-20: the list of $label has at least 60 names, each once",
    async (trade) => {
      const names = Object.values(await trade.load()).flat();
      expect(names.length).toBeGreaterThanOrEqual(FEWEST);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
      for (const name of names) {
        expect(name).toBe(name.trim());
        expect(name.length).toBeLessThanOrEqual(LONGEST_NAME);
      }
    },
  );

  test("PROD-20: those with a price are added at once, with stock and category", async () => {
    fake.server.on(LIST, succeeds([]));
    fake.server.on(IMPORT, succeeds(imported(3)));
    const user = open(PATH, "owner");
    const place = await dialog();
    await fillIn(
      user,
      { "Price of Milo 400g": "62,50", "Stock of Milo 400g": "12", "Price of Omo 500g": "30" },
      place,
    );
    // The prices of another list are not lost.
    await user.selectOptions(within(place).getByLabelText("What do you sell?"), "Café and food");
    await fillIn(user, { "Price of Hausa koko, small": "5" }, place);
    await pressIn(user, place, "Add 3 products");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await screen.findByText("3 products added");
    expect(files()).toEqual([
      [
        "name,category,price,stock",
        '"Milo 400g","Milk and beverages",62.50,12',
        '"Omo 500g","Home and washing",30.00,0',
        '"Hausa koko, small","Breakfast",5.00,0',
      ].join("\n"),
    ]);
  });

  test("PROD-21: a wrong price or stock is named beside it, and nothing is sent", async () => {
    fake.server.on(LIST, succeeds([]));
    const user = open(PATH, "owner");
    const place = await dialog();
    await fillIn(user, { "Price of Milo 400g": "1.234", "Stock of Omo 500g": "3" }, place);
    await pressIn(user, place, "Add 2 products");
    within(place).getByText("Enter a price like 12.50");
    within(place).getByText("Price is required");
    await waitFor(() =>
      expect(document.activeElement).toBe(within(place).getByLabelText("Price of Milo 400g")),
    );
    expect(files()).toEqual([]);
  });

  test("PROD-21: a wrong price in a list that was left is shown there", async () => {
    fake.server.on(LIST, succeeds([]));
    const user = open(PATH, "owner");
    const place = await dialog();
    await fillIn(user, { "Price of Milo 400g": "1.234" }, place);
    const trade = within(place).getByLabelText<HTMLSelectElement>("What do you sell?");
    await user.selectOptions(trade, "Café and food");
    await fillIn(user, { "Price of Koose": "5" }, place);
    await pressIn(user, place, "Add 2 products");
    await within(place).findByText("Enter a price like 12.50");
    expect(trade.value).toBe("provisions");
    await waitFor(() =>
      expect(document.activeElement).toBe(within(place).getByLabelText("Price of Milo 400g")),
    );
    expect(files()).toEqual([]);
  });

  test("PROD-21: what the shop has is not offered again, and a refusal keeps what was typed", async () => {
    fake.server.on(LIST, succeeds([product({ id: "p-milo", name: "MILO 400g" })]));
    fake.server.on(IMPORT, refuses(403, "Your plan does not allow more products."));
    const user = open(PATH, "owner");
    const place = await dialog();
    const price = await within(place).findByLabelText<HTMLInputElement>("Price of Omo 500g");
    await waitFor(() => expect(within(place).queryByLabelText("Price of Milo 400g")).toBeNull());
    await user.type(price, "30");
    await pressIn(user, place, "Add 1 product");
    await within(place).findByText(/Your plan does not allow more products/);
    expect(price.value).toBe("30");
    await pressIn(user, place, "Cancel");
    await screen.findByText("Discard the prices?");
  });

  test("PROD-20: is offered to roles that add products", async () => {
    fake.server.on(LIST, succeeds([]));
    const user = open("/app/products", "owner");
    await user.click(await screen.findByRole("button", { name: "Add from a list" }));
    await screen.findByLabelText("What do you sell?");
  });

  test("PROD-20: is not offered to a cashier", async () => {
    fake.server.on(LIST, succeeds([]));
    open(PATH, "cashier");
    await screen.findByText("No products found");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: "Add from a list" })).toBeNull();
  });
});
