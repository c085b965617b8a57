import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "./kit/app.tsx";
import { refuses, succeeds } from "./kit/fake-server.ts";
import { sale } from "./kit/shop.ts";

const fake = serveEachTest();

const LIST = "GET /api/sales.php";
const VOID = "DELETE /api/sales.php";
const PATH = "/app/sales";

describe("the list of sales", () => {
  const named = sale({
    id: "01990000-0000-7000-8000-00009f3c21ab",
    first_name: "Kwame",
    last_name: "Boateng",
    payment_method: "mobile_money",
    total_amount: 1_234.5,
  });

  test("shows the end of the id, the customer, the payment, the sum and the time", async () => {
    fake.server.on(LIST, succeeds([named, sale({ id: "01990000-0000-7000-8000-000041d07be9" })]));
    open(PATH, "owner");
    const row = await screen.findByRole("row", { name: /Kwame Boateng/ });
    for (const part of ["9f3c21ab", "Mobile money", "GH₵1,234.50", "21 Nov, 11:42"]) {
      expect(row.textContent).toContain(part);
    }
    screen.getByRole("row", { name: /Walk-in Customer/ });
    screen.getByText("2 sales");
  });

  test("says how many there are where not all are listed", async () => {
    fake.server.on(LIST, succeeds([named], { "x-total-count": "1246" }));
    open(PATH, "owner");
    await screen.findByText("Newest 1 of 1,246 sales");
  });

  test("finds by customer and by the end of the id", async () => {
    fake.server.on(LIST, succeeds([named, sale({ id: "01990000-0000-7000-8000-000041d07be9" })]));
    const user = open(PATH, "owner");
    const search = await screen.findByRole("searchbox", { name: "Search sales" });
    await user.type(search, "41d07be9");
    await screen.findByText("1 of 2 sales");
    screen.getByRole("row", { name: /Walk-in Customer/ });
    await user.clear(search);
    await user.type(search, "boateng");
    await waitFor(() => expect(screen.queryByRole("row", { name: /Walk-in/ })).toBeNull());
  });

  test("takes a sale back after asking in the specified words", async () => {
    fake.server.on(LIST, succeeds([named]), succeeds([]));
    fake.server.on(VOID, succeeds({ id: named.id }));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Delete sale 9f3c21ab" }));
    const question = await screen.findByRole("alertdialog");
    within(question).getByText("Are you sure you want to delete this sale?");
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await screen.findByText("Get started by recording your first sale");
    expect(fake.server.calls(VOID).map(({ query }) => query.get("id"))).toEqual([named.id]);
  });

  test("offers a cashier no delete", async () => {
    fake.server.on(LIST, succeeds([named]));
    open(PATH, "cashier");
    await screen.findByText("Kwame Boateng");
    expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
    screen.getByRole("button", { name: "New Sale" });
  });

  test("tells a refusal to load", async () => {
    fake.server.on(LIST, refuses(403, "Not allowed"));
    open(PATH, "owner");
    await screen.findByText("Failed to load sales");
  });
});
