import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { product } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();
const LIST = "GET /api/products.php";
const CHANGE = "POST /api/v1/products/bulk-change";

const items = [
  product({ id: "p-1", name: "Milo 400g", price: 62, category: "Drinks", version: 2 }),
  product({ id: "p-2", name: "Malt 330ml", price: 10, category: "Drinks", version: 1 }),
  product({ id: "p-3", name: "Gari 1kg", price: 15, category: "Food", version: 7 }),
  product({ id: "p-4", name: "Omo 500g", price: 24, category: null, version: 1 }),
];

async function openDialog(role = "owner") {
  fake.server.on(LIST, succeeds(items));
  fake.server.on(CHANGE, succeeds({ changed: 2 }));
  const user = open("/app/products", role);
  await user.click(await screen.findByRole("button", { name: "Change several" }));
  const dialog = await screen.findByRole("dialog", { name: "Change several products" });
  return { user, dialog };
}

const check = (dialog: HTMLElement, name: RegExp) => within(dialog).getByRole("checkbox", { name });

describe("changing several products", () => {
  test("PROD-66: asks once, with how many and examples before and after, and changes them in one request", async () => {
    const { user, dialog } = await openDialog();
    await user.type(within(dialog).getByRole("textbox", { name: "Percent" }), "10");
    await user.selectOptions(within(dialog).getByRole("combobox", { name: "Rounding" }), "To 1.00");
    await user.click(check(dialog, /^Milo 400g/));
    await user.click(check(dialog, /^Gari 1kg/));
    within(dialog).getByText("2 products chosen");
    await user.click(within(dialog).getByRole("button", { name: "Continue" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Change the price of 2 products?",
    });
    within(question).getByText("Milo 400g: GH₵62.00 → GH₵68.00");
    within(question).getByText("Gari 1kg: GH₵15.00 → GH₵17.00");
    expect(fake.server.calls(CHANGE)).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Change" }));
    await screen.findByText("2 products changed");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    expect(fake.server.calls(CHANGE).map(({ body }) => body)).toEqual([
      {
        change: "price",
        products: [
          { id: "p-1", version: 2, price: "68.00" },
          { id: "p-3", version: 7, price: "17.00" },
        ],
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(fake.server.calls(LIST).length).toBeGreaterThan(1));
  });

  test("PROD-66: offers what the list's filter shows, and chooses all of it at once", async () => {
    fake.server.on(LIST, succeeds(items));
    fake.server.on(CHANGE, succeeds({ changed: 2 }));
    const user = open("/app/products", "owner");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Category" }), "Drinks");
    await user.click(await screen.findByRole("button", { name: "Change several" }));
    const dialog = await screen.findByRole("dialog", { name: "Change several products" });
    expect(within(dialog).getAllByRole("checkbox")).toHaveLength(2);
    await user.selectOptions(
      within(dialog).getByRole("combobox", { name: "What to change" }),
      "Set the category",
    );
    const category = within(dialog).getByRole("combobox", { name: "Category" });
    await user.type(category, "Drinks");
    await user.click(within(dialog).getByRole("button", { name: "Choose all 2" }));
    await user.click(within(dialog).getByRole("button", { name: "Continue" }));
    within(dialog).getByText("The chosen products are like this already.");
    await user.clear(category);
    await user.type(category, "Beverages");
    await user.click(within(dialog).getByRole("button", { name: "Continue" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Set the category of 2 products?",
    });
    within(question).getByText("Malt 330ml: Drinks → Beverages");
    await user.click(within(question).getByRole("button", { name: "Change" }));
    await waitFor(() =>
      expect(fake.server.calls(CHANGE).map(({ body }) => body)).toMatchObject([
        { change: "category", category: "Beverages", products: [{ id: "p-1" }, { id: "p-2" }] },
      ]),
    );
  });

  test("PROD-66: says how many stay as they are", async () => {
    const { user, dialog } = await openDialog();
    const what = within(dialog).getByRole("combobox", { name: "What to change" });
    await user.selectOptions(what, "Set the category");
    await user.type(within(dialog).getByRole("combobox", { name: "Category" }), "Food");
    await user.click(within(dialog).getByRole("button", { name: "Choose all 4" }));
    within(dialog).getByRole("button", { name: "Choose none" });
    await user.click(within(dialog).getByRole("button", { name: "Continue" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Set the category of 3 products?",
    });
    within(question).getByText("1 product stays as it is. For example:");
    within(question).getByText("Omo 500g: no category → Food");
  });

  test("PROD-66: says what is wrong before it asks", async () => {
    const { user, dialog } = await openDialog();
    await user.click(within(dialog).getByRole("button", { name: "Continue" }));
    within(dialog).getByText("Choose at least one product.");
    await user.click(check(dialog, /^Milo 400g/));
    await user.click(within(dialog).getByRole("button", { name: "Continue" }));
    within(dialog).getByText("Enter a percentage like 7.5");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  test("PROD-63: a refusal is shown, nothing is lost, and a retry sends the same request", async () => {
    const { user, dialog } = await openDialog();
    const changed = "One of these products was changed meanwhile. Reload and choose again.";
    fake.server.on(CHANGE, refuses(412, changed), succeeds({ changed: 1 }));
    await user.selectOptions(
      within(dialog).getByRole("combobox", { name: "What to change" }),
      "Delete",
    );
    await user.click(check(dialog, /^Omo 500g/));
    await user.click(within(dialog).getByRole("button", { name: "Continue" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete 1 product?" });
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await within(question).findByText(`Not saved. ${changed}`);
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await screen.findByText("1 product deleted");
    const keys = fake.server.calls(CHANGE).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("PROD-68: a deletion is undone from the message, in one request; another change is not", async () => {
    const { user, dialog } = await openDialog();
    const what = within(dialog).getByRole("combobox", { name: "What to change" });
    await user.selectOptions(what, "Delete");
    await user.click(check(dialog, /^Milo 400g/));
    await user.click(check(dialog, /^Gari 1kg/));
    await user.click(within(dialog).getByRole("button", { name: "Continue" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete 2 products?" });
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await screen.findByText("2 products deleted");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText("2 products restored");
    expect(fake.server.calls(CHANGE).map(({ body }) => body)).toEqual([
      {
        change: "delete",
        products: [
          { id: "p-1", version: 2 },
          { id: "p-3", version: 7 },
        ],
      },
      {
        change: "restore",
        products: [
          { id: "p-1", version: 3 },
          { id: "p-3", version: 8 },
        ],
      },
    ]);
  });

  test("PROD-64: a stock keeper sets category and level, and neither price nor deletion", async () => {
    const { dialog } = await openDialog("stock_keeper");
    const what = within(dialog).getByRole("combobox", { name: "What to change" });
    const offered = within(what)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
    expect(offered).toEqual(["Set the category", "Set the low-stock level"]);
  });

  test("PROD-64: a cashier is not offered it", async () => {
    fake.server.on(LIST, succeeds(items));
    open("/app/products", "cashier");
    await screen.findByText("Milo 400g");
    expect(screen.queryByRole("button", { name: "Change several" })).toBeNull();
  });
});
