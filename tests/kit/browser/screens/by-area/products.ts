import type { Screen } from "#tests/kit/browser/screens/screen.ts";

import { dialog, findNothing, openFirst, submit } from "./acts.ts";

const owner = { who: "owner" } as const;

/** Products and their stock as the owner sees them, with every dialog. */
export const GOODS_SCREENS: readonly Screen[] = [
  {
    ...owner,
    name: "products",
    path: "/app/products",
    heading: "Products",
    reads: "/api/products.php",
    says: ["Active"],
  },
  {
    ...owner,
    name: "products-nothing-found",
    path: "/app/products",
    heading: "Products",
    act: findNothing("No products found"),
  },
  {
    ...owner,
    name: "products-add",
    path: "/app/products?add=1",
    heading: "Add Product",
  },
  {
    ...owner,
    name: "products-add-refused",
    path: "/app/products?add=1",
    heading: "Add Product",
    act: submit,
  },
  {
    ...owner,
    name: "products-edit",
    path: "/app/products",
    heading: "Products",
    act: openFirst(/^Edit /),
  },
  {
    ...owner,
    name: "products-delete",
    path: "/app/products",
    heading: "Products",
    act: openFirst(/^Delete /),
    says: ["Are you sure you want to delete this product?"],
  },
  {
    ...owner,
    name: "products-import",
    path: "/app/products?import=1",
    heading: /^Import/,
  },
  {
    ...owner,
    name: "products-deleted",
    path: "/app/products?deleted=1",
    heading: /^Deleted/,
  },
  {
    ...owner,
    name: "inventory-low",
    path: "/app/inventory?level=low",
    heading: "Inventory",
    says: ["Peak Milk 400g"],
  },
  {
    ...owner,
    name: "inventory",
    path: "/app/inventory",
    heading: "Inventory",
    reads: "/api/products.php",
    says: ["Stock value", "Products", "Low stock", "Out of stock"],
  },
  {
    ...owner,
    name: "inventory-adjust",
    path: "/app/inventory",
    heading: "Inventory",
    act: openFirst(/^Adjust /),
    says: ["Quantity", "Reason"],
  },
  {
    ...owner,
    name: "inventory-adjust-refused",
    path: "/app/inventory",
    heading: "Inventory",
    act: async (page) => {
      await openFirst(/^Adjust /)(page);
      await dialog(page).getByText("Subtract", { exact: true }).click();
      await dialog(page).getByLabel("Quantity").fill("999999");
      await submit(page);
    },
    says: ["Cannot reduce stock below 0"],
  },
  {
    ...owner,
    name: "inventory-movements",
    path: "/app/inventory",
    heading: "Inventory",
    act: openFirst(/stock movements$/),
  },
];
