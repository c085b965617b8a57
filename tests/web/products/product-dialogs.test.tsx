import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { pressIn } from "#tests/web/kit/hands.ts";
import { milk, paste, product } from "#tests/web/kit/shop.ts";
import { session } from "#web/state/session.ts";

const fake = serveEachTest();

const LIST = "GET /api/products.php";
const ADD = "POST /api/products.php";
const CHANGE = "PUT /api/products.php";
const REMOVE = "DELETE /api/products.php";
const MOVE = "POST /api/v1/stock-movements";
const PATH = "/app/products";

const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);

describe("adding a product", () => {
  test("PROD-04, PROD-05: names what is missing or invalid", async () => {
    fake.server.on(LIST, succeeds([milk]));
    const user = open(`${PATH}?add=1`, "owner");
    const dialog = await screen.findByRole("dialog", { name: "Add product" });
    await pressIn(user, dialog, "Add Product");
    await within(dialog).findByText("Product name is required");
    within(dialog).getByText("Price is required");
    within(dialog).getByText("Stock is required");
    await user.type(within(dialog).getByLabelText("Price"), "1.234");
    await user.type(within(dialog).getByLabelText("Stock"), "-1");
    within(dialog).getByText("Enter a price like 12.50");
    within(dialog).getByText("Cannot reduce stock below 0");
    expect(bodies(ADD)).toEqual([]);
  });

  test("PROD-06, STATE-07: sends the price as a number, closes and shows the new product", async () => {
    const added = product({ id: "p-new", name: "Milo 400g", price: 1_062.5, stock: 31 });
    fake.server.on(LIST, succeeds([milk]), succeeds([added, milk]));
    fake.server.on(ADD, succeeds({ id: "p-new", stock: 31 }));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Add Product" }));
    const dialog = await screen.findByRole("dialog", { name: "Add product" });
    await user.type(within(dialog).getByLabelText("Name"), " Milo 400g ");
    await user.type(within(dialog).getByLabelText("Price"), "1,062.5");
    await user.type(within(dialog).getByLabelText("Stock"), "31");
    await pressIn(user, dialog, "Add Product");
    await screen.findByRole("row", { name: /Milo 400g/ });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(bodies(ADD)).toEqual([
      { name: "Milo 400g", description: "", price: 1_062.5, stock: 31 },
    ]);
    await screen.findByText("Product added");
  });

  test("PROD-19: saves one and goes on with the next, in an empty form", async () => {
    fake.server.on(LIST, succeeds([milk]));
    fake.server.on(ADD, succeeds({ id: "p-1", stock: 3 }), succeeds({ id: "p-2", stock: 4 }));
    const user = open(`${PATH}?add=1`, "owner");
    const dialog = await screen.findByRole("dialog", { name: "Add product" });
    const fill = async (name: string, price: string, stock: string) => {
      await user.type(within(dialog).getByLabelText("Name"), name);
      await user.type(within(dialog).getByLabelText("Price"), price);
      await user.type(within(dialog).getByLabelText("Stock"), stock);
    };
    await pressIn(user, dialog, "Save and add another");
    await within(dialog).findByText("Product name is required");
    await fill("Milo 400g", "12.50", "3");
    await pressIn(user, dialog, "Save and add another");
    await within(dialog).findByText("Product added. Add the next one.");
    expect(screen.queryByText("Product added")).toBeNull();
    await waitFor(() => expect(within(dialog).getByLabelText("Name")).toHaveProperty("value", ""));
    expect(document.activeElement).toBe(within(dialog).getByLabelText("Name"));
    expect(within(dialog).queryByText("Product name is required")).toBeNull();
    await fill("Ideal milk", "9", "4");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(bodies(ADD)).toEqual([
      { name: "Milo 400g", description: "", price: 12.5, stock: 3 },
      { name: "Ideal milk", description: "", price: 9, stock: 4 },
    ]);
    await user.click(await screen.findByRole("button", { name: "Add Product" }));
    await screen.findByRole("dialog", { name: "Add product" });
    expect(screen.queryByText("Product added. Add the next one.")).toBeNull();
  });

  test("PROD-05: takes a decimal comma", async () => {
    fake.server.on(LIST, succeeds([milk]));
    fake.server.on(ADD, succeeds({ id: "p-new", stock: 3 }));
    const user = open(`${PATH}?add=1`, "owner");
    const dialog = await screen.findByRole("dialog", { name: "Add product" });
    await user.type(within(dialog).getByLabelText("Name"), "Milo 400g");
    await user.type(within(dialog).getByLabelText("Price"), "62,5");
    await user.type(within(dialog).getByLabelText("Stock"), "3");
    await pressIn(user, dialog, "Add Product");
    await waitFor(() => expect(bodies(ADD)).toMatchObject([{ price: 62.5, stock: 3 }]));
  });

  test("PROD-18: says that another product has the same name, and offers the categories in use", async () => {
    const milo = product({ id: "p-milo", name: "Milo 400g", category: "Drinks" });
    const tea = product({ id: "p-tea", name: "Lipton", category: "Drinks" });
    fake.server.on(LIST, succeeds([{ ...milk, category: "Dairy" }, milo, tea]));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Add Product" }));
    const dialog = await screen.findByRole("dialog", { name: "Add product" });
    const name = within(dialog).getByLabelText("Name");
    await user.type(name, " milo  400G");
    within(dialog).getByText('There is already a product named "Milo 400g".');
    await user.type(name, " refill");
    expect(within(dialog).queryByText(/already a product/)).toBeNull();
    expect(
      [...dialog.querySelectorAll("datalist option")].map((option) => option.textContent),
    ).toEqual(["Dairy", "Drinks"]);
    expect(
      within(dialog)
        .getByLabelText(/^Category/)
        .getAttribute("list"),
    ).toBe(dialog.querySelector("datalist")?.id);
  });

  test("PROD-23: opens the other product of that name, and asks if something was typed", async () => {
    const milo = product({ id: "p-milo", name: "Milo 400g", price: 45 });
    fake.server.on(LIST, succeeds([milk, milo]));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Add Product" }));
    const dialog = await screen.findByRole("dialog", { name: "Add product" });
    await user.type(within(dialog).getByLabelText("Name"), "milo 400g");
    await user.type(within(dialog).getByLabelText("Price"), "12");
    await pressIn(user, dialog, "Open it");
    const question = await screen.findByRole("alertdialog", { name: "Open the other product?" });
    await pressIn(user, question, "Keep editing");
    expect(within(dialog).getByDisplayValue("12")).toBeTruthy();
    await pressIn(user, dialog, "Open it");
    await pressIn(user, await screen.findByRole("alertdialog"), "Discard");
    const editor = await screen.findByRole("dialog", { name: "Edit product" });
    expect(within(editor).getByDisplayValue("Milo 400g")).toBeTruthy();
    expect(within(editor).getByLabelText("Price")).toHaveProperty("value", "45.00");
    expect(location.search).toBe("?edit=p-milo");
    await pressIn(user, editor, "Cancel");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(location.search).toBe("");
  });

  test("PROD-23: a second product of that name can be saved", async () => {
    fake.server.on(LIST, succeeds([milk]));
    fake.server.on(ADD, succeeds({ id: "p-new", stock: 3 }));
    const user = open(`${PATH}?add=1`, "owner");
    const dialog = await screen.findByRole("dialog", { name: "Add product" });
    await user.type(within(dialog).getByLabelText("Name"), milk.name);
    await user.type(within(dialog).getByLabelText("Price"), "1,250");
    await user.type(within(dialog).getByLabelText("Stock"), "3");
    await within(dialog).findByText(/already a product/);
    await pressIn(user, dialog, "Add Product");
    await waitFor(() => expect(bodies(ADD)).toMatchObject([{ name: milk.name, price: 1250 }]));
  });

  test("PROD-18: its own name is no other one", async () => {
    fake.server.on(LIST, succeeds([milk]));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: `Edit ${milk.name}` }));
    const dialog = await screen.findByRole("dialog", { name: "Edit product" });
    within(dialog).getByDisplayValue(milk.name);
    expect(within(dialog).queryByText(/already a product/)).toBeNull();
  });

  test("PROD-09: stays open with its fields when the server refuses", async () => {
    fake.server.on(LIST, succeeds([milk]));
    fake.server.on(ADD, refuses(409, "Your plan has room for 100 products", "plan-limit-reached"));
    const user = open(`${PATH}?add=1`, "owner");
    const dialog = await screen.findByRole("dialog", { name: "Add product" });
    await user.type(within(dialog).getByLabelText("Name"), "Milo 400g");
    await user.type(within(dialog).getByLabelText("Price"), "62");
    await user.type(within(dialog).getByLabelText("Stock"), "31");
    await pressIn(user, dialog, "Add Product");
    await within(dialog).findByText("Not saved. Your plan has room for 100 products");
    expect(within(dialog).getByDisplayValue("Milo 400g")).toBeTruthy();
  });

  test("PROD-16: asks before discarding what was typed", async () => {
    fake.server.on(LIST, succeeds([milk]));
    const user = open(`${PATH}?add=1`, "owner");
    const dialog = await screen.findByRole("dialog", { name: "Add product" });
    await user.type(within(dialog).getByLabelText("Name"), "Milo");
    await pressIn(user, dialog, "Cancel");
    const question = await screen.findByRole("alertdialog", { name: "Discard this product?" });
    await pressIn(user, question, "Keep editing");
    expect(within(dialog).getByDisplayValue("Milo")).toBeTruthy();
    await pressIn(user, dialog, "Cancel");
    await pressIn(user, await screen.findByRole("alertdialog"), "Discard");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(location.search).toBe("");
  });
});

describe("editing a product", () => {
  const openEditor = async (role: string) => {
    fake.server.on(LIST, succeeds([milk]));
    fake.server.on(CHANGE, succeeds({ id: "p-milk", stock: 6 }));
    const user = open(PATH, role);
    await user.click(await screen.findByRole("button", { name: "Edit Peak Milk 400g" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit product" });
    return { user, dialog };
  };

  test("PROD-07: sends only changes", async () => {
    const { user, dialog } = await openEditor("owner");
    await user.clear(within(dialog).getByLabelText("Price"));
    await user.type(within(dialog).getByLabelText("Price"), "70");
    await pressIn(user, dialog, "Update Product");
    await waitFor(() => expect(bodies(CHANGE)).toEqual([{ id: "p-milk", price: 70 }]));
  });

  test("PROD-08: sends a changed stock with the stock that was shown", async () => {
    const { user, dialog } = await openEditor("owner");
    await user.clear(within(dialog).getByLabelText("Stock"));
    await user.type(within(dialog).getByLabelText("Stock"), "30");
    await pressIn(user, dialog, "Update Product");
    await waitFor(() =>
      expect(bodies(CHANGE)).toEqual([{ id: "p-milk", stock: 30, expected_stock: 6 }]),
    );
  });

  test("sends nothing if nothing changed", async () => {
    const { user, dialog } = await openEditor("owner");
    await pressIn(user, dialog, "Update Product");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(bodies(CHANGE)).toEqual([]);
  });

  test("PROD-13: the price is read-only for roles that may not change it", async () => {
    const { dialog } = await openEditor("stock_keeper");
    expect(within(dialog).getByLabelText("Price").hasAttribute("readonly")).toBe(true);
  });
});

describe("adjusting stock", () => {
  const openAdjuster = async () => {
    fake.server.on(LIST, succeeds([paste]));
    const user = open(PATH, "owner");
    const name = "Adjust stock of Gino Tomato Paste 210g";
    await user.click(await screen.findByRole("button", { name }));
    const dialog = await screen.findByRole("dialog", { name: "Adjust stock" });
    const setQuantity = async (value: string) => {
      await user.clear(within(dialog).getByLabelText("Quantity"));
      if (value !== "") await user.type(within(dialog).getByLabelText("Quantity"), value);
    };
    return { user, dialog, setQuantity };
  };

  test("INV-05: never goes below zero", async () => {
    const { user, dialog, setQuantity } = await openAdjuster();
    await user.click(within(dialog).getByLabelText("Subtract"));
    await setQuantity("97");
    await pressIn(user, dialog, "Adjust stock");
    await within(dialog).findByText("Cannot reduce stock below 0");
    expect(bodies(MOVE)).toEqual([]);
  });

  test("INV-04: needs a quantity of at least one", async () => {
    const { user, dialog, setQuantity } = await openAdjuster();
    await setQuantity("0");
    await pressIn(user, dialog, "Adjust stock");
    await within(dialog).findByText("Quantity must be a whole number from 1 to 1,000,000");
    await setQuantity("");
    await pressIn(user, dialog, "Adjust stock");
    await within(dialog).findByText("Quantity must be a whole number from 1 to 1,000,000");
  });

  test("INV-06: sends the difference, never a stock level", async () => {
    fake.server.on(MOVE, succeeds({ id: "p-paste", stock: 120 }));
    const { user, dialog, setQuantity } = await openAdjuster();
    await setQuantity("24");
    await user.type(within(dialog).getByLabelText(/^Reason/), "Delivery");
    expect(dialog.textContent).toContain("After120");
    await pressIn(user, dialog, "Adjust stock");
    await waitFor(() =>
      expect(bodies(MOVE)).toEqual([
        { product_id: "p-paste", type: "add", quantity: 24, reason: "Delivery" },
      ]),
    );
    await screen.findByText("Stock adjusted");
  });
});

describe("deleting a product", () => {
  test("PROD-10: asks in the words of the specification, and closes only after the server confirmed", async () => {
    fake.server.on(LIST, succeeds([milk]), succeeds([milk]), succeeds([]));
    fake.server.on(REMOVE, breaks, succeeds({ id: "p-milk" }));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Delete Peak Milk 400g" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete Peak Milk 400g?" });
    within(question).getByText("Are you sure you want to delete this product?");
    await pressIn(user, question, "Delete");
    await within(question).findByRole("alert");
    await pressIn(user, question, "Delete");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    const calls = fake.server.calls(REMOVE);
    expect(calls.map(({ query }) => query.get("id"))).toEqual(["p-milk", "p-milk"]);
    expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    await screen.findByText("Get started by adding your first product");
  });

  const RESTORE = "POST /api/v1/products/p-milk/restore";
  const deleted = async () => {
    fake.server.on(REMOVE, succeeds({ id: "p-milk" }));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Delete Peak Milk 400g" }));
    await pressIn(user, await screen.findByRole("alertdialog"), "Delete");
    await screen.findByText("Peak Milk 400g deleted");
    return { user, undo: await screen.findByRole("button", { name: "Undo" }) };
  };

  test("PROD-67: is undone from the message, which restores it", async () => {
    fake.server.on(LIST, succeeds([milk]), succeeds([]), succeeds([milk]));
    fake.server.on(RESTORE, succeeds({ id: "p-milk" }));
    const { user, undo } = await deleted();
    await screen.findByText("Get started by adding your first product");
    await user.click(undo);
    await screen.findByText("Peak Milk 400g restored");
    await screen.findByRole("row", { name: /Peak Milk 400g/ });
    expect(fake.server.calls(RESTORE)).toHaveLength(1);
    expect(screen.queryByText("Peak Milk 400g deleted")).toBeNull();
  });

  test("PROD-67: an undo without an answer says so, and its next try is the same request", async () => {
    fake.server.on(LIST, succeeds([milk]), succeeds([]));
    fake.server.on(RESTORE, breaks, succeeds({ id: "p-milk" }));
    const { user, undo } = await deleted();
    await user.click(undo);
    await screen.findByText("We couldn't confirm this was restored.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Peak Milk 400g restored");
    const keys = fake.server.calls(RESTORE).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("PROD-67: an undo that is refused says why", async () => {
    fake.server.on(LIST, succeeds([milk]), succeeds([]));
    fake.server.on(RESTORE, refuses(409, "Your plan does not allow more products."));
    const { user, undo } = await deleted();
    await user.click(undo);
    await screen.findByText("Not restored. Your plan does not allow more products.");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("PROD-67: an undo after another person signed in does nothing, and says so", async () => {
    fake.server.on(LIST, succeeds([milk]), succeeds([]));
    const { user, undo } = await deleted();
    const now = session.get();
    if (now === undefined) throw new Error("no session");
    act(() => session.start({ ...now, user: { ...now.user, id: "someone-else" } }));
    await user.click(undo);
    await screen.findByText("Not restored. You signed out.");
    expect(fake.server.calls(RESTORE)).toEqual([]);
  });
});
