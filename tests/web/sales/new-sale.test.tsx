import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { kwame, milk, noodles, sale, signedInAs } from "#tests/web/kit/shop.ts";
import { session } from "#web/state/session.ts";

const fake = serveEachTest();

const LIST = "GET /api/sales.php";
const RECORD = "POST /api/sales.php";
const NEW = "/app/sales?new=1";

const recorded = succeeds({
  id: "01990000-0000-7000-8000-00009f3c21ab",
  receipt_number: "1-000002",
  total_amount: 68,
  tax_amount: 0,
  currency: "GHS",
  created_at: "2026-11-21T11:42:00Z",
  item_count: 1,
  unit_count: 1,
  payment_method: "cash",
  possible_duplicate_of: null,
});

async function openNewSale(role = "owner", customers = succeeds([kwame])) {
  fake.server.on(LIST, succeeds([]));
  fake.server.on("GET /api/products.php", succeeds([milk, noodles]));
  fake.server.on("GET /api/customers.php", customers);
  const user = open(NEW, role);
  const dialog = await screen.findByRole("dialog", { name: "Enter a past sale" });
  const pick = async (text: string) => {
    await user.type(within(dialog).getByRole("combobox", { name: "Add a product" }), text);
    await user.click(await within(dialog).findByRole("option", { name: new RegExp(text, "i") }));
  };
  const quantity = () => within(dialog).getByLabelText("Quantity of Peak Milk 400g");
  const save = () => user.click(within(dialog).getByRole("button", { name: /^Save sale/ }));
  return { user, dialog, pick, quantity, save };
}

const keysSent = () =>
  fake.server.calls(RECORD).map(({ headers }) => headers.get("idempotency-key"));

describe("the new sale", () => {
  test("SALE-07: needs an item", async () => {
    const { dialog, save } = await openNewSale();
    await save();
    const alert = await within(dialog).findByRole("alert");
    expect(alert.textContent).toBe("Please add at least one item to the sale");
    expect(fake.server.calls(RECORD)).toEqual([]);
  });

  test("SALE-04, SALE-05: fills in the price, adds one when a product is picked again, and totals", async () => {
    const { dialog, pick, quantity } = await openNewSale();
    await pick("peak");
    await pick("indomie");
    await pick("peak");
    expect(quantity()).toHaveProperty("value", "2");
    expect(within(dialog).getByLabelText("Unit price of Peak Milk 400g")).toHaveProperty(
      "value",
      "68.00",
    );
    within(dialog).getByText("2 products, 3 units");
    within(dialog).getByRole("button", { name: "Save sale GH₵140.50" });
  });

  test("SALE-09: is recorded with customer, payment and prices as numbers", async () => {
    fake.server.on(RECORD, recorded);
    const { user, dialog, pick, save } = await openNewSale();
    await pick("indomie");
    await user.clear(within(dialog).getByLabelText("Quantity of Indomie Onion 70g"));
    await user.type(within(dialog).getByLabelText("Quantity of Indomie Onion 70g"), "10");
    await user.clear(within(dialog).getByLabelText("Unit price of Indomie Onion 70g"));
    await user.type(within(dialog).getByLabelText("Unit price of Indomie Onion 70g"), "4.25");
    await user.type(within(dialog).getByRole("combobox", { name: "Find a customer" }), "811 44");
    await user.click(await within(dialog).findByRole("option", { name: /Kwame Boateng/ }));
    await user.click(within(dialog).getByLabelText("Mobile money"));
    await save();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fake.server.calls(RECORD).map(({ body }) => body)).toEqual([
      {
        customer_id: "c-kwame",
        items: [{ product_id: "p-noodles", quantity: 10, unit_price: 4.25 }],
        payment_method: "mobile_money",
        notes: "",
      },
    ]);
    await screen.findByText("Sale saved");
    expect(location.search).toBe("");
  });

  test("SALE-35: is recorded at the day and time that were chosen", async () => {
    fake.server.on(RECORD, recorded);
    const { dialog, pick, save } = await openNewSale();
    await pick("peak");
    fireEvent.change(within(dialog).getByLabelText("Day"), { target: { value: "2026-01-05" } });
    fireEvent.change(within(dialog).getByLabelText("Time"), { target: { value: "14:05" } });
    await save();
    await waitFor(() =>
      expect(fake.server.calls(RECORD).map(({ body }) => body)).toMatchObject([
        { occurred_at: "2026-01-05T14:05:00.000Z" },
      ]),
    );
  });

  test("SALE-36: a customer who was chosen can be taken away", async () => {
    fake.server.on(RECORD, recorded);
    const { user, dialog, pick, save } = await openNewSale();
    await pick("peak");
    within(dialog).getByText("Walk-in Customer");
    await user.type(within(dialog).getByRole("combobox", { name: "Find a customer" }), "kwa");
    await user.click(await within(dialog).findByRole("option", { name: /Kwame Boateng/ }));
    within(dialog).getByText("Kwame Boateng");
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    within(dialog).getByText("Walk-in Customer");
    await save();
    await waitFor(() =>
      expect(fake.server.calls(RECORD).map(({ body }) => body)).toMatchObject([
        { customer_id: null },
      ]),
    );
  });

  test("SALE-03: is a walk-in sale in cash by default", async () => {
    fake.server.on(RECORD, recorded);
    const { pick, save } = await openNewSale();
    await pick("peak");
    await save();
    await waitFor(() =>
      expect(fake.server.calls(RECORD).map(({ body }) => body)).toEqual([
        {
          customer_id: null,
          items: [{ product_id: "p-milk", quantity: 1, unit_price: 68 }],
          payment_method: "cash",
          notes: "",
        },
      ]),
    );
  });

  test("SALE-11: without an answer it is stored, shown, and sent again with the same key", async () => {
    fake.server.on(RECORD, breaks, recorded);
    const { pick, save } = await openNewSale();
    await pick("peak");
    await save();
    await screen.findByText(/keep sending it until it is confirmed/);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(await screen.findByRole("button", { name: "Send again" }));
    await waitFor(() => expect(screen.queryByText("Unconfirmed sales")).toBeNull());
    expect(keysSent()).toHaveLength(2);
    expect(new Set(keysSent()).size).toBe(1);
  });

  test("cannot be saved a second time while it waits for its answer", async () => {
    fake.server.on(RECORD, breaks);
    const { pick, save } = await openNewSale();
    await pick("peak");
    await save();
    await screen.findByText(/keep sending it until it is confirmed/);
    await userEvent.click(await screen.findByRole("button", { name: "New Sale" }));
    await screen.findByText("No items yet. Find a product above to add it.");
  });

  test("SALE-10: stays open with its lines when the server refuses", async () => {
    fake.server.on(RECORD, refuses(409, "Insufficient stock for Peak Milk 400g"));
    const { dialog, pick, save, quantity } = await openNewSale();
    await pick("peak");
    await save();
    await within(dialog).findByText("Not saved. Insufficient stock for Peak Milk 400g");
    expect(quantity()).toHaveProperty("value", "1");
  });

  test("cautions above the stock, but leaves the decision to the server", async () => {
    const { user, dialog, pick, quantity } = await openNewSale();
    await pick("peak");
    await user.clear(quantity());
    await user.type(quantity(), "7");
    within(dialog).getByText("Only 6 in stock");
  });

  test("SALE-08: marks a line whose quantity is not a number", async () => {
    const { user, dialog, pick, save, quantity } = await openNewSale();
    await pick("peak");
    await user.clear(quantity());
    await save();
    await within(dialog).findByText("Quantity must be a whole number from 1 to 1,000,000");
    await waitFor(() => expect(document.activeElement).toBe(quantity()));
    expect(fake.server.calls(RECORD)).toEqual([]);
  });

  test("SALE-13: lets a cashier sell, but not change the price", async () => {
    const { dialog, pick } = await openNewSale("cashier");
    await pick("peak");
    const price = within(dialog).getByLabelText("Unit price of Peak Milk 400g");
    expect(price.hasAttribute("readonly")).toBe(true);
  });

  test("does not open for a role that may not sell", async () => {
    fake.server.on(LIST, succeeds([sale({ id: "01990000-0000-7000-8000-000041d07be9" })]));
    open(NEW, "auditor");
    await screen.findByText("Walk-in Customer");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: "New Sale" })).toBeNull();
  });

  test("SALE-20: works without the list of customers", async () => {
    fake.server.on(RECORD, recorded);
    const { pick, save } = await openNewSale("owner", refuses(503, "Down"));
    await pick("peak");
    await save();
    await waitFor(() => expect(keysSent()).toHaveLength(1));
  });

  test("asks before discarding its lines", async () => {
    const { user, dialog, pick, quantity } = await openNewSale();
    await pick("peak");
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    const question = await screen.findByRole("alertdialog", { name: "Discard this sale?" });
    await user.click(within(question).getByRole("button", { name: "Keep editing" }));
    quantity();
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByText("Discard"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sessionStorage.getItem("unsaved-sale")).toBeNull();
  });

  test("is restored for its owner after the session ended, and for no other user", async () => {
    fake.server.on(RECORD, refuses(401, "Signed out"), recorded);
    const { pick, save } = await openNewSale();
    await pick("peak");
    await save();
    await screen.findByRole("heading", { name: "Sign in" });
    expect(new URLSearchParams(location.search).get("returnTo")).toBe(NEW);
    // The device gives the sale back a moment after the session has ended.
    await waitFor(() => expect(sessionStorage.getItem("unsaved-sale")).not.toBeNull());

    act(() => session.start(signedInAs("manager")));
    await screen.findByText("No items yet. Find a product above to add it.");
    act(() => session.end());
    await screen.findByRole("heading", { name: "Sign in" });

    act(() => session.start(signedInAs("owner")));
    await screen.findByText("You started this sale earlier. It isn't saved yet.");
    screen.getByLabelText("Quantity of Peak Milk 400g");
    await userEvent.click(screen.getByRole("button", { name: /^Save sale/ }));
    await waitFor(() => expect(keysSent()).toHaveLength(2));
  });
});
