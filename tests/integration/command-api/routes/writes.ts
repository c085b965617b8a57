import { randomUUID } from "node:crypto";

import type { Method } from "./ask.ts";
import type { Role } from "./identities.ts";

export type Ids = Readonly<Record<"product" | "customer" | "sale", string>>;

export type Write = Readonly<{
  method: Method;
  url: string;
  may: readonly Role[];
  /** Which id the parameter or the body holds. */
  names?: keyof Ids;
  body?: (id: string, ids: Ids) => object;
  missing?: string;
}>;

const OM: readonly Role[] = ["owner", "manager"];
const OMC: readonly Role[] = [...OM, "cashier"];
const OMS: readonly Role[] = [...OM, "stock_keeper"];
const items = (id: string) => [{ product_id: id, quantity: 1, unit_price: 4.5 }];

/** Every write route: who may call it, and how. */
export const WRITES: Readonly<Record<string, Write>> = {
  "adding a product": {
    method: "POST",
    url: "/api/products.php",
    may: OM,
    body: () => ({ name: "Tea", price: 1, stock: 1 }),
  },
  "changing a product": {
    method: "PUT",
    url: "/api/products.php",
    may: OMS,
    names: "product",
    body: (id) => ({ id, name: `Tea ${randomUUID()}` }),
    missing: "Product not found",
  },
  "changing a price": {
    method: "PUT",
    url: "/api/products.php",
    may: OM,
    names: "product",
    body: (id) => ({ id, price: Math.floor(Math.random() * 900_000) / 100 }),
    missing: "Product not found",
  },
  "deleting a product": {
    method: "DELETE",
    url: "/api/products.php",
    may: OM,
    names: "product",
    missing: "Product not found",
  },
  "moving stock": {
    method: "POST",
    url: "/api/v1/stock-movements",
    may: OMS,
    names: "product",
    body: (id) => ({ product_id: id, type: "add", quantity: 1 }),
    missing: "Product not found",
  },
  "adding a customer": {
    method: "POST",
    url: "/api/customers.php",
    may: OMC,
    body: () => ({ first_name: "A", last_name: "B" }),
  },
  "changing a customer": {
    method: "PUT",
    url: "/api/customers.php",
    may: OMC,
    names: "customer",
    body: (id) => ({ id, phone: randomUUID().slice(0, 20) }),
    missing: "Customer not found",
  },
  "deleting a customer": {
    method: "DELETE",
    url: "/api/customers.php",
    may: OM,
    names: "customer",
    missing: "Customer not found",
  },
  "recording a sale": {
    method: "POST",
    url: "/api/sales.php",
    may: OMC,
    names: "product",
    body: (id) => ({ items: items(id) }),
    missing: "Product not found",
  },
  "recording a sale to a customer": {
    method: "POST",
    url: "/api/sales.php",
    may: OMC,
    names: "customer",
    body: (id, { product }) => ({ customer_id: id, items: items(product) }),
    missing: "Customer not found",
  },
  "voiding a sale": {
    method: "DELETE",
    url: "/api/sales.php",
    may: OM,
    names: "sale",
    missing: "Sale not found",
  },
};
