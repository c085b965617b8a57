import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { pressIn } from "#tests/web/kit/hands.ts";
import { abena, kwame } from "#tests/web/kit/shop.ts";
import { keys } from "#web/api/keys.ts";
import { queryClient } from "#web/app/query.ts";

const fake = serveEachTest();

const LIST = "GET /api/customers.php";
const ADD = "POST /api/customers.php";
const CHANGE = "PUT /api/customers.php";
const REMOVE = "DELETE /api/customers.php";
const PATH = "/app/customers";

const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);

describe("adding a customer", () => {
  test("CUST-06: requires the names and a valid email", async () => {
    fake.server.on(LIST, succeeds([kwame]));
    const user = open(`${PATH}?add=1`, "cashier");
    const dialog = await screen.findByRole("dialog", { name: "Add customer" });
    await user.type(within(dialog).getByLabelText(/^Email/), "ama.example");
    await pressIn(user, dialog, "Add Customer");
    await within(dialog).findByText("First name is required");
    within(dialog).getByText("Last name is required");
    within(dialog).getByText("Invalid email address");
    expect(bodies(ADD)).toEqual([]);
  });

  test("CUST-05, STATE-07: sends what was typed, closes and shows the new customer", async () => {
    fake.server.on(LIST, succeeds([kwame]), succeeds([kwame, abena]));
    fake.server.on(ADD, succeeds({ id: abena.id }));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Add Customer" }));
    const dialog = await screen.findByRole("dialog", { name: "Add customer" });
    await user.type(within(dialog).getByLabelText("First Name"), " Abena ");
    await user.type(within(dialog).getByLabelText("Last Name"), "Osei");
    await user.type(within(dialog).getByLabelText(/^Phone/), "055 602 7719");
    await pressIn(user, dialog, "Add Customer");
    await screen.findByRole("row", { name: /Abena Osei/ });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(bodies(ADD)).toEqual([
      { first_name: "Abena", last_name: "Osei", phone: "055 602 7719" },
    ]);
    await screen.findByText("Customer added");
  });

  test("CUST-10, STATE-04: stays open without an answer, and sends the same key again", async () => {
    fake.server.on(LIST, succeeds([kwame]));
    fake.server.on(ADD, breaks, succeeds({ id: "c-new" }));
    const user = open(`${PATH}?add=1`, "owner");
    const dialog = await screen.findByRole("dialog", { name: "Add customer" });
    await user.type(within(dialog).getByLabelText("First Name"), "Ama");
    await user.type(within(dialog).getByLabelText("Last Name"), "Owusu");
    await pressIn(user, dialog, "Add Customer");
    await within(dialog).findByText(/^We couldn't confirm this saved/);
    await pressIn(user, dialog, "Add Customer");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = fake.server.calls(ADD).map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(sent).size).toBe(1);
  });
});

describe("editing a customer", () => {
  const openEditor = async () => {
    fake.server.on(LIST, succeeds([abena]));
    fake.server.on(CHANGE, succeeds({ id: abena.id }));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Edit Abena Osei" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit customer" });
    return { user, dialog };
  };

  test("CUST-07: sends only changes, and null for cleared fields", async () => {
    const { user, dialog } = await openEditor();
    expect(within(dialog).getByDisplayValue("Abena")).toBeTruthy();
    await user.clear(within(dialog).getByLabelText(/^Phone/));
    await user.type(within(dialog).getByLabelText("Last Name"), "-Bonsu");
    await pressIn(user, dialog, "Update Customer");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(bodies(CHANGE)).toEqual([{ id: abena.id, last_name: "Osei-Bonsu", phone: null }]);
    await screen.findByText("Customer updated");
  });

  test("CUST-07: leaves what another person changed meanwhile", async () => {
    const { user, dialog } = await openEditor();
    fake.server.on(LIST, succeeds([{ ...abena, address: "3 Ring Road, Osu" }]));
    await queryClient.refetchQueries({ queryKey: keys.customers.all });
    await user.type(within(dialog).getByLabelText("Last Name"), "-Bonsu");
    await pressIn(user, dialog, "Update Customer");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(bodies(CHANGE)).toEqual([{ id: abena.id, last_name: "Osei-Bonsu" }]);
  });

  test("sends nothing if nothing changed", async () => {
    const { user, dialog } = await openEditor();
    await pressIn(user, dialog, "Update Customer");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(bodies(CHANGE)).toEqual([]);
  });

  test("returns the focus to the button that opened it, from the form and from the question", async () => {
    const { user, dialog } = await openEditor();
    await pressIn(user, dialog, "Cancel");
    const editor = await screen.findByRole("button", { name: "Edit Abena Osei" });
    await waitFor(() => expect(document.activeElement).toBe(editor));
    const remover = screen.getByRole("button", { name: "Delete Abena Osei" });
    await user.click(remover);
    await pressIn(user, await screen.findByRole("alertdialog"), "Cancel");
    await waitFor(() => expect(document.activeElement).toBe(remover));
  });

  test("asks before discarding changes", async () => {
    const { user, dialog } = await openEditor();
    await user.type(within(dialog).getByLabelText("Last Name"), "x");
    await pressIn(user, dialog, "Cancel");
    const question = await screen.findByRole("alertdialog", { name: "Discard your changes?" });
    await pressIn(user, question, "Discard");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("deleting a customer", () => {
  const ask = async () => {
    fake.server.on(LIST, succeeds([kwame, abena]), succeeds([abena]));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Delete Kwame Boateng" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete Kwame Boateng?" });
    within(question).getByText("Are you sure you want to delete this customer?");
    return { user, question };
  };

  test("CUST-08: asks first, then removes the row", async () => {
    const { user, question } = await ask();
    fake.server.on(REMOVE, succeeds({ id: kwame.id }));
    await pressIn(user, question, "Delete");
    await waitFor(() => expect(screen.queryByText("Kwame Boateng")).toBeNull());
    expect(fake.server.calls(REMOVE)[0]?.query.get("id")).toBe(kwame.id);
    await screen.findByText("Kwame Boateng deleted");
  });

  test("CUST-22: is undone from the message, which restores the customer", async () => {
    fake.server.on(LIST, succeeds([kwame, abena]), succeeds([abena]), succeeds([kwame, abena]));
    fake.server.on(REMOVE, succeeds({ id: kwame.id }));
    const restore = `POST /api/v1/customers/${kwame.id}/restore` as const;
    fake.server.on(restore, succeeds({ id: kwame.id }));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Delete Kwame Boateng" }));
    await pressIn(user, await screen.findByRole("alertdialog"), "Delete");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText("Kwame Boateng restored");
    await screen.findByRole("row", { name: /Kwame Boateng/ });
    expect(fake.server.calls(restore)).toHaveLength(1);
  });

  test("stays open with the reason when the server refuses", async () => {
    const { user, question } = await ask();
    fake.server.on(REMOVE, refuses(403, "Your role does not allow this", "forbidden"));
    await pressIn(user, question, "Delete");
    await within(question).findByText("Not saved. Your role does not allow this");
  });
});

test("CUST-21: a row deletes, and does not erase", async () => {
  fake.server.on(LIST, succeeds([kwame]));
  open(PATH, "owner");
  await screen.findByRole("button", { name: "Delete Kwame Boateng" });
  expect(screen.queryByRole("button", { name: /Erase/ })).toBeNull();
});
