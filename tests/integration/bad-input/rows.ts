import { randomUUID } from "node:crypto";

import {
  FIRST_ADMIN,
  OWNER_PASSWORD,
  type Role,
} from "#tests/integration/command-api/routes/shops.ts";

import type { Kind } from "./bad-values.ts";

/** What stands in the shop that asks, made anew for each route. */
export type Ids = Readonly<Record<"product" | "customer" | "sale" | "ownerEmail", string>>;

/** What a route takes, and what may be wrong with it. */
export type Row = Readonly<{
  /** `open`: anybody may ask. `any`: whoever is signed in, at whichever portal. */
  door: "tenant" | "any" | "open";
  wrongRole?: Role;
  body?: (ids: Ids) => object;
  query?: (ids: Ids) => Readonly<Record<string, string>>;
  /** Paths into the body. */
  fields?: Readonly<Record<string, Kind>>;
  parameters?: Readonly<Record<string, Kind>>;
  /** Which of the other shop's ids stands where. */
  foreign?: Readonly<Record<string, "product" | "customer" | "sale">>;
  /** A route of version 1 refuses fields it does not know, a legacy one drops them (R53). */
  isStrict?: boolean;
  /** A row that asks once: what it did cannot be done twice. */
  isLast?: boolean;
}>;

const product = {
  name: "text",
  description: "optionalText",
  price: "price",
  stock: "stock",
} as const;
const list: Row = { door: "tenant", parameters: { page: "count", limit: "count" } };
const spans = { period: "period", from: "day", to: "day" } as const;
const health: Row = { door: "open" };
const login = { email: "triedEmail", password: "triedPassword" } as const;

export const ROWS: Readonly<Record<string, Row>> = {
  "command GET /health/live": health,
  "command GET /health/ready": health,
  "command POST /auth/register.php": {
    door: "open",
    body: () => ({
      business_name: "Shop",
      first_name: "Ama",
      last_name: "Mensah",
      email: `${randomUUID()}@bad.example`,
      password: "correct horse",
    }),
    fields: {
      business_name: "text",
      first_name: "text",
      last_name: "text",
      email: "email",
      password: "newPassword",
    },
  },
  "command POST /auth/login.php": {
    door: "open",
    body: ({ ownerEmail }) => ({ email: ownerEmail, password: OWNER_PASSWORD }),
    fields: login,
  },
  "command POST /auth/super-admin-login.php": {
    door: "open",
    body: () => FIRST_ADMIN,
    fields: login,
  },
  "command POST /api/v1/logout": { door: "any", body: () => ({}), isStrict: true, isLast: true },
  "command POST /api/products.php": {
    door: "tenant",
    wrongRole: "cashier",
    body: () => ({ name: "Milo", description: "Tin", price: 4.5, stock: 3 }),
    fields: product,
  },
  "command PUT /api/products.php": {
    door: "tenant",
    wrongRole: "cashier",
    body: (ids) => ({ id: ids.product, name: `Milo ${randomUUID()}` }),
    fields: {
      id: "id",
      name: "changedText",
      description: "optionalText",
      price: "optionalPrice",
      stock: "optionalStock",
      expected_stock: "expectedStock",
    },
    foreign: { id: "product" },
  },
  "command DELETE /api/products.php": {
    door: "tenant",
    wrongRole: "stock_keeper",
    query: (ids) => ({ id: ids.product }),
    parameters: { id: "queryId" },
    foreign: { id: "product" },
  },
  "command POST /api/v1/stock-movements": {
    door: "tenant",
    wrongRole: "cashier",
    body: (ids) => ({ product_id: ids.product, type: "add", quantity: 1, reason: "Delivery" }),
    fields: { product_id: "id", type: "choice", quantity: "quantity", reason: "optionalText" },
    foreign: { product_id: "product" },
    isStrict: true,
  },
  "command POST /api/customers.php": {
    door: "tenant",
    wrongRole: "stock_keeper",
    body: () => ({ first_name: "Ama", last_name: "Mensah" }),
    fields: {
      first_name: "text",
      last_name: "text",
      email: "optionalEmail",
      phone: "optionalText",
      address: "optionalText",
    },
  },
  "command PUT /api/customers.php": {
    door: "tenant",
    wrongRole: "stock_keeper",
    body: (ids) => ({ id: ids.customer, phone: randomUUID().slice(0, 20) }),
    fields: {
      id: "id",
      first_name: "changedText",
      last_name: "changedText",
      email: "optionalEmail",
      phone: "optionalText",
      address: "optionalText",
    },
    foreign: { id: "customer" },
  },
  "command DELETE /api/customers.php": {
    door: "tenant",
    wrongRole: "cashier",
    query: (ids) => ({ id: ids.customer }),
    parameters: { id: "queryId" },
    foreign: { id: "customer" },
  },
  "command POST /api/sales.php": {
    door: "tenant",
    wrongRole: "accountant",
    body: (ids) => ({
      customer_id: ids.customer,
      payment_method: "cash",
      notes: "Deliver",
      client_sale_id: randomUUID(),
      items: [
        { product_id: ids.product, quantity: 1, unit_price: 4.5 },
        { product_id: ids.product, quantity: 2, unit_price: 4.5 },
      ],
    }),
    fields: {
      customer_id: "optionalId",
      payment_method: "optionalChoice",
      notes: "optionalText",
      occurred_at: "moment",
      client_sale_id: "key",
      items: "items",
      "items.0.product_id": "id",
      "items.1.product_id": "id",
      "items.1.quantity": "quantity",
      "items.1.unit_price": "price",
    },
    foreign: { customer_id: "customer", "items.1.product_id": "product" },
  },
  "command DELETE /api/sales.php": {
    door: "tenant",
    wrongRole: "cashier",
    query: (ids) => ({ id: ids.sale }),
    parameters: { id: "querySaleId" },
    foreign: { id: "sale" },
  },
  "query GET /health/live": health,
  "query GET /health/ready": health,
  "query GET /api/dashboard.php": { door: "tenant", wrongRole: "stock_keeper", parameters: spans },
  "query GET /api/sales/reports.php": { door: "tenant", wrongRole: "cashier", parameters: spans },
  "query GET /api/products.php": list,
  "query GET /api/sales.php": list,
  "query GET /api/customers.php": list,
};
