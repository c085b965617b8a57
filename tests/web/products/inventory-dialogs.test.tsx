import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, breaks, succeeds } from "#tests/web/kit/fake-server.ts";
import { milk } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const LIST = "GET /api/products.php";
const MOVE = "POST /api/v1/stock-movements";
const MOVEMENTS = "GET /api/v1/products/p-milk/movements";
const PATH = "/app/inventory";

const stockOf = () => fake.server.on(LIST, succeeds([milk]));

describe("adjusting from the inventory", () => {
  test("sends a movement, never a stock level, and marks the row", async () => {
    fake.server.on(LIST, succeeds([milk]), succeeds([{ ...milk, stock: 30, stock_exact: 30 }]));
    fake.server.on(MOVE, succeeds({ id: "p-milk", stock: 30 }));
    const user = open(PATH, "stock_keeper");
    await user.click(await screen.findByRole("button", { name: "Adjust Peak Milk 400g" }));
    const dialog = await screen.findByRole("dialog", { name: "Adjust stock" });
    const quantity = within(dialog).getByLabelText("Quantity");
    await user.clear(quantity);
    await user.type(quantity, "24");
    await user.click(within(dialog).getByRole("button", { name: "Adjust stock" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const [call] = fake.server.calls(MOVE);
    expect(call?.body).toMatchObject({ product_id: "p-milk", type: "add", quantity: 24 });
    await screen.findByText("30");
  });

  test("INV-09: is not offered to a role that may not move stock", async () => {
    stockOf();
    open(`${PATH}?adjust=p-milk`, "cashier");
    await screen.findByRole("row", { name: /Peak Milk 400g/ });
    expect(screen.queryByRole("button", { name: /^Adjust/ })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the stock movements of a product", () => {
  const move = {
    seq: 9,
    kind: "adjustment",
    delta: 24,
    after: 30,
    reason: "Delivery from Kasapreko depot",
    sale_id: null,
    user_id: "user-cashier",
    user_name: "Akosua Mensah",
    occurred_at: "2026-11-21T11:42:00Z",
    recorded_at: "2026-11-21T11:42:00Z",
  };
  const sold = {
    ...move,
    seq: 8,
    kind: "sale",
    delta: -2,
    after: 6,
    reason: null,
    user_id: "x",
    user_name: "Yaw Darko",
  };

  test("INV-07: are listed newest first with the stock after each, and older ones on request", async () => {
    stockOf();
    fake.server.on(
      MOVEMENTS,
      succeeds({ items: [move], next_cursor: "9" }),
      succeeds({ items: [sold], next_cursor: null }),
    );
    const user = open(PATH, "cashier");
    const title = await screen.findByRole("button", { name: /^Peak Milk 400g/ });
    await user.click(title);
    const dialog = await screen.findByRole("dialog", { name: "Stock movements" });
    const first = await within(dialog).findByRole("listitem");
    for (const text of ["Adjustment", "Delivery from Kasapreko depot", "by you", "+ 24"]) {
      expect(first.textContent).toContain(text);
    }
    expect(first.textContent).toContain("30 after");
    await user.click(within(dialog).getByRole("button", { name: "Show older" }));
    await within(dialog).findByText("− 2");
    await within(dialog).findByText(/by Yaw Darko/);
    expect(fake.server.calls(MOVEMENTS)[1]?.query.get("cursor")).toBe("9");
    expect(within(dialog).queryByRole("button", { name: "Show older" })).toBeNull();
  });

  test("say so if there are none", async () => {
    stockOf();
    fake.server.on(MOVEMENTS, succeeds({ items: [], next_cursor: null }));
    open(`${PATH}?moves=p-milk`, "auditor");
    await screen.findByText("No stock movements yet.");
  });

  test("are requested at once on Try Again, even while a retry waits", async () => {
    stockOf();
    fake.server.on(MOVEMENTS, breaks);
    const user = open(`${PATH}?moves=p-milk`, "owner");
    const again = await screen.findByRole("button", { name: "Try Again" });
    expect(fake.server.calls(MOVEMENTS)).toHaveLength(2);
    fake.server.on(MOVEMENTS, succeeds({ items: [move], next_cursor: null }));
    await user.click(again);
    await waitFor(() => expect(fake.server.calls(MOVEMENTS)).toHaveLength(3), { timeout: 1_000 });
    await screen.findByText("+ 24");
  });

  test("that fail to load can be retried", async () => {
    stockOf();
    const gone = { success: false, error: "Product not found", code: "x", request_id: "r" };
    fake.server.on(MOVEMENTS, answers(gone, 404), succeeds({ items: [move], next_cursor: null }));
    const user = open(`${PATH}?moves=p-milk`, "owner");
    await screen.findByText("Product not found");
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("+ 24");
  });
});
