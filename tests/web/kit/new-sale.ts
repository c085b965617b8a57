import { screen, within } from "@testing-library/react";

import { open } from "./app.tsx";
import { succeeds } from "./fake-server.ts";
import type { FakeServer } from "./fake-server.ts";
import { milk } from "./shop.ts";

export const RECORD = "POST /api/sales.php";

export const recorded = succeeds({
  id: "s-new",
  receipt_number: "1-1-2",
  total_amount: 68,
  tax_amount: 0,
  currency: "GHS",
  created_at: "2026-11-21T12:00:00Z",
  item_count: 1,
  unit_count: 1,
  payment_method: "cash",
  possible_duplicate_of: null,
});

/** A new sale with one tin of milk, and its save button. */
export async function openSaleOfMilk(server: FakeServer, role: string, sold = milk) {
  server.on("GET /api/sales.php", succeeds([]));
  server.on("GET /api/products.php", succeeds([sold]));
  server.on("GET /api/customers.php", succeeds([]));
  const user = open("/app/sales?new=1", role);
  const dialog = await screen.findByRole("dialog", { name: "Enter a past sale" });
  await user.type(within(dialog).getByRole("combobox", { name: "Add a product" }), "peak");
  await user.click(await within(dialog).findByRole("option", { name: /Peak Milk/ }));
  const save = () => user.click(within(dialog).getByRole("button", { name: /^Save sale/ }));
  return { user, dialog, save };
}
