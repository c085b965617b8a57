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
