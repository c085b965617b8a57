import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import type { ProductItem } from "#kernel/contract/api/product.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { milk, product } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const CHANGE = "PUT /api/products.php";
const changes = () => fake.server.calls(CHANGE).map(({ body }) => body);

async function openEditor(edited: ProductItem) {
  fake.server.on("GET /api/products.php", succeeds([edited]));
  fake.server.on(CHANGE, succeeds({ id: edited.id }));
  const user = open("/app/products", "owner");
  await user.click(await screen.findByRole("button", { name: `Edit ${edited.name}` }));
  const dialog = await screen.findByRole("dialog", { name: "Edit product" });
  return { user, dialog };
}

describe("the optional fields of a product", () => {
  test("PROD-17: are folded while empty, and only filled ones are sent", async () => {
    const { user, dialog } = await openEditor(milk);
    expect(dialog.querySelector("details")?.open).toBe(false);
    await user.click(within(dialog).getByText(/^More:/));
    await user.type(within(dialog).getByLabelText(/^Barcodes/), "6001 6002, 6001");
    await user.type(within(dialog).getByLabelText(/^Category/), "Dairy");
    await user.type(within(dialog).getByLabelText(/^Cost/), "51.5");
    await user.type(within(dialog).getByLabelText(/^Reorder point/), "12");
    await user.click(within(dialog).getByRole("button", { name: "Update Product" }));
    await waitFor(() =>
      expect(changes()).toEqual([
        {
          id: "p-milk",
          barcodes: ["6001", "6002"],
          category: "Dairy",
          cost: 51.5,
          reorder_point: 12,
        },
      ]),
    );
  });

  test("PROD-17: start with the stored values, and cleared ones are sent as null", async () => {
    const cloth = product({
      id: "p-cloth",
      name: "Wax print",
      sku: "WP-1",
      unit: { name: "yard", per_unit: 100 },
    });
    const { user, dialog } = await openEditor(cloth);
    expect(dialog.querySelector("details")?.open).toBe(true);
    await user.clear(within(dialog).getByLabelText(/^SKU/));
    await user.clear(within(dialog).getByLabelText(/^Unit/));
    await user.click(within(dialog).getByRole("button", { name: "Update Product" }));
    await within(dialog).findByText("Unit name is required");
    await user.clear(within(dialog).getByLabelText(/^Parts per unit/));
    await user.click(within(dialog).getByRole("button", { name: "Update Product" }));
    await waitFor(() => expect(changes()).toEqual([{ id: "p-cloth", sku: null, unit: null }]));
  });
});

describe("a product whose stock is not counted", () => {
  const jollof = product({ id: "p-jollof", name: "Jollof", stock: 0, track_stock: false });
  const ADD = "POST /api/products.php";
  const theSwitch = (dialog: HTMLElement) =>
    within(dialog).getByRole("switch", { name: "Don't count stock" });

  test("PROD-24: is added without its stock, whose fields are gone", async () => {
    fake.server.on("GET /api/products.php", succeeds([milk]));
    fake.server.on(ADD, succeeds({ id: "p-new", stock: 0 }));
    const user = open("/app/products?add=1", "owner");
    const dialog = await screen.findByRole("dialog", { name: "Add product" });
    await user.type(within(dialog).getByLabelText("Name"), "Jollof");
    await user.type(within(dialog).getByLabelText("Price"), "25");
    await user.click(theSwitch(dialog));
    expect(within(dialog).queryByLabelText("Stock")).toBeNull();
    expect(within(dialog).queryByLabelText(/^Reorder point/)).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Add Product" }));
    await waitFor(() =>
      expect(fake.server.calls(ADD).map(({ body }) => body)).toEqual([
        { name: "Jollof", description: "", price: 25, stock: 0, track_stock: false },
      ]),
    );
  });

  test("PROD-25: begins to be counted with what is there", async () => {
    const { user, dialog } = await openEditor(jollof);
    expect(theSwitch(dialog)).toHaveProperty("checked", true);
    await user.click(theSwitch(dialog));
    within(dialog).getByText(/^Count what is there now/);
    await user.click(within(dialog).getByRole("button", { name: "Update Product" }));
    await within(dialog).findByText("Stock is required");
    await user.type(within(dialog).getByLabelText("Stock"), "0");
    await user.click(within(dialog).getByRole("button", { name: "Update Product" }));
    await waitFor(() =>
      expect(changes()).toEqual([{ id: "p-jollof", track_stock: true, stock: 0 }]),
    );
  });

  test("PROD-25: stops being counted, and asks before that is discarded", async () => {
    const { user, dialog } = await openEditor(milk);
    await user.click(theSwitch(dialog));
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    const question = await screen.findByRole("alertdialog", { name: "Discard your changes?" });
    await user.click(within(question).getByRole("button", { name: "Keep editing" }));
    await user.click(within(dialog).getByRole("button", { name: "Update Product" }));
    await waitFor(() => expect(changes()).toEqual([{ id: "p-milk", track_stock: false }]));
  });

  test("PROD-24: a change of its name sends no stock", async () => {
    const { user, dialog } = await openEditor(jollof);
    await user.type(within(dialog).getByLabelText("Name"), " rice");
    await user.click(within(dialog).getByRole("button", { name: "Update Product" }));
    await waitFor(() => expect(changes()).toEqual([{ id: "p-jollof", name: "Jollof rice" }]));
  });

  test("INV-12: says so in the list, which offers no adjustment of it", async () => {
    fake.server.on("GET /api/products.php", succeeds([jollof, milk]));
    open("/app/products?adjust=p-jollof", "owner");
    const row = await screen.findByRole("row", { name: /Jollof/ });
    within(row).getByText("Not counted");
    expect(screen.queryByRole("button", { name: "Adjust stock of Jollof" })).toBeNull();
    screen.getByRole("button", { name: `Adjust stock of ${milk.name}` });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
