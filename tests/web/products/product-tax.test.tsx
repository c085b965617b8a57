import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import type { ProductItem } from "#kernel/contract/api/product.ts";
import type { BusinessSettings } from "#kernel/contract/api/settings.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { business, milk, product, settings } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const [ADD, CHANGE] = ["POST /api/products.php", "PUT /api/products.php"] as const;
const sent = (to: string) => fake.server.calls(to).map(({ body }) => body);

const serveShop = (tax_profile: BusinessSettings["tax_profile"]) =>
  fake.server.on(
    "GET /api/v1/settings",
    succeeds({ ...settings, business: { ...business, tax_profile } }),
  );

async function openEditor(edited: ProductItem, role: "owner" | "stock_keeper" = "owner") {
  fake.server.on("GET /api/products.php", succeeds([edited]));
  fake.server.on(CHANGE, succeeds({ id: edited.id }));
  const user = open("/app/products", role);
  await user.click(await screen.findByRole("button", { name: `Edit ${edited.name}` }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit product" }));
  const update = () => user.click(dialog.getByRole("button", { name: "Update Product" }));
  return { user, dialog, update };
}

const bread = product({ id: "p-bread", name: "Bread", tax_category: "exempt" });

describe("TAX-12: the tax of a product in its form", () => {
  test.each(["registered", "foreign"] as const)(
    "is chosen in a business that is %s",
    async (profile) => {
      serveShop(profile);
      const { user, dialog, update } = await openEditor(milk);
      const tax = await dialog.findByRole("combobox", { name: /^Tax/ });
      const names = within(tax)
        .getAllByRole("option")
        .map(({ textContent }) => textContent);
      expect(names).toEqual(["Standard rate", "Exempt", "Zero-rated"]);
      expect(tax).toHaveProperty("value", "standard");
      await user.selectOptions(tax, "Zero-rated");
      await update();
      await waitFor(() => expect(sent(CHANGE)).toEqual([{ id: "p-milk", tax_category: "zero" }]));
    },
  );

  test("is said of a new one only if it is not at the standard rate", async () => {
    serveShop("registered");
    fake.server.on("GET /api/products.php", succeeds([milk]));
    fake.server.on(ADD, succeeds({ id: "p-new", stock: 3 }));
    const user = open("/app/products?add=1", "owner");
    const dialog = within(await screen.findByRole("dialog", { name: "Add product" }));
    const fill = async (name: string) => {
      await user.type(dialog.getByLabelText("Name"), name);
      await user.type(dialog.getByLabelText("Price"), "2");
      await user.type(dialog.getByLabelText("Stock"), "3");
    };
    await fill("Soap");
    await user.click(dialog.getByRole("button", { name: "Save and add another" }));
    await dialog.findByText("Product added. Add the next one.");
    await fill("Bread");
    await user.selectOptions(await dialog.findByRole("combobox", { name: /^Tax/ }), "Exempt");
    await user.click(dialog.getByRole("button", { name: "Add Product" }));
    const plain = { description: "", price: 2, stock: 3 };
    await waitFor(() =>
      expect(sent(ADD)).toEqual([
        { ...plain, name: "Soap" },
        { ...plain, name: "Bread", tax_category: "exempt" },
      ]),
    );
  });

  test("starts with what it is, and goes back to the standard rate", async () => {
    serveShop("registered");
    const { user, dialog, update } = await openEditor(bread);
    const tax = await dialog.findByRole("combobox", { name: /^Tax/ });
    expect(tax).toHaveProperty("value", "exempt");
    await user.selectOptions(tax, "Standard rate");
    await update();
    await waitFor(() =>
      expect(sent(CHANGE)).toEqual([{ id: "p-bread", tax_category: "standard" }]),
    );
  });

  test("is neither offered nor sent in a business that is not registered", async () => {
    serveShop("unregistered");
    const { user, dialog, update } = await openEditor(bread);
    await waitFor(() => expect(fake.server.calls("GET /api/v1/settings")).not.toEqual([]));
    await user.type(dialog.getByLabelText("Name"), " roll");
    expect(dialog.queryByRole("combobox", { name: /^Tax/ })).toBeNull();
    await update();
    await waitFor(() => expect(sent(CHANGE)).toEqual([{ id: "p-bread", name: "Bread roll" }]));
  });

  test("is not offered to a person who may not change prices", async () => {
    serveShop("registered");
    const { user, dialog, update } = await openEditor(bread, "stock_keeper");
    await user.type(dialog.getByLabelText("Name"), " roll");
    expect(dialog.queryByRole("combobox", { name: /^Tax/ })).toBeNull();
    await update();
    await waitFor(() => expect(sent(CHANGE)).toEqual([{ id: "p-bread", name: "Bread roll" }]));
  });
});
