import { createHash, randomUUID } from "node:crypto";

import type { Row, Rows } from "#tests/integration/bad-input/row.ts";
import { somePicture } from "#tests/kit/builders/picture.ts";

const product = {
  name: "text",
  description: "optionalText",
  price: "price",
  stock: "stock",
} as const;
const details = {
  sku: "optionalText",
  barcodes: "barcodes",
  category: "optionalText",
  unit: "unit",
  cost: "optionalAmount",
  reorder_point: "wholeAmount",
  tax_category: "absentChoice",
} as const;
const part = {
  page: "count",
  limit: "count",
  cursor: "cursor",
  search: "search",
  since: "since",
  as_of: "asOf",
} as const;
const filters = { until: "since", payment_method: "figure", staff: "figure" } as const;
const list: Row = { portal: "tenant", parameters: part };
const archivable: Row = { portal: "tenant", parameters: { ...part, archived: "yesNo" } };
const file: Row = { portal: "tenant", wrongRole: "manager" };
const upload = {
  fields: { csv: "text" },
  parameters: { dry_run: "yesNo" },
  isStrict: true,
} as const;

/** Products, customers, sales and stock. */
const saleFields = {
  customer_id: "optionalId",
  payment_method: "absentChoice",
  notes: "optionalText",
  occurred_at: "moment",
  client_sale_id: "key",
  items: "items",
  "items.0.product_id": "id",
  "items.1.product_id": "id",
  "items.1.quantity": "quantity",
  "items.1.unit_price": "price",
  "items.1.base_units": "flag",
  discounts: "discounts",
  tenders: "tenders",
  tax: "absentChoice",
  confirm_oversell: "flag",
} as const;

export const rows: Rows = {
  "command POST /api/products.php": {
    portal: "tenant",
    wrongRole: "cashier",
    body: () => ({ name: "Milo", description: "Tin", price: 4.5, stock: 3 }),
    fields: { ...product, ...details },
  },
  "command PUT /api/products.php": {
    portal: "tenant",
    wrongRole: "cashier",
    body: (ids) => ({ id: ids.product, name: `Milo ${randomUUID()}` }),
    fields: {
      id: "id",
      name: "changedText",
      description: "optionalText",
      price: "optionalPrice",
      stock: "optionalStock",
      expected_stock: "expectedStock",
      ...details,
    },
    foreign: { id: "product" },
  },
  "command POST /api/v1/products/bulk-change": {
    portal: "tenant",
    wrongRole: "cashier",
    body: (ids) => ({
      change: "category",
      category: `Drinks ${randomUUID()}`,
      products: [{ id: ids.product, version: 1 }],
    }),
    fields: { "products.0.id": "id", "products.0.version": "version", change: "choice" },
    foreign: { "products.0.id": "product" },
    isStrict: true,
  },
  "command DELETE /api/products.php": {
    portal: "tenant",
    wrongRole: "stock_keeper",
    query: (ids) => ({ id: ids.product }),
    parameters: { id: "queryId" },
    foreign: { id: "product" },
  },
  "command POST /api/v1/stock-movements": {
    portal: "tenant",
    wrongRole: "cashier",
    body: (ids) => ({ product_id: ids.product, type: "add", quantity: 1, reason: "Delivery" }),
    fields: {
      product_id: "id",
      type: "choice",
      quantity: "quantity",
      base_units: "flag",
      reason: "optionalText",
    },
    foreign: { product_id: "product" },
    isStrict: true,
  },
  "command POST /api/customers.php": {
    portal: "tenant",
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
    portal: "tenant",
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
    portal: "tenant",
    wrongRole: "cashier",
    query: (ids) => ({ id: ids.customer }),
    parameters: { id: "queryId" },
    foreign: { id: "customer" },
  },
  "command POST /api/sales.php": {
    portal: "tenant",
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
    fields: saleFields,
    foreign: { customer_id: "customer", "items.1.product_id": "product" },
  },
  "command POST /api/v1/sales": {
    isStrict: true,
    portal: "tenant",
    wrongRole: "accountant",
    body: (ids) => ({
      customer_id: ids.customer,
      payment_method: "cash",
      notes: "Deliver",
      client_sale_id: randomUUID(),
      items: [
        { product_id: ids.product, quantity: 1, unit_price: 4.5 },
        { product_id: ids.product, quantity: 2, unit_price: 4.5, name: "Broom" },
      ],
    }),
    fields: { ...saleFields, "items.1.open": "flag", "items.1.name": "optionalText" },
    foreign: { customer_id: "customer", "items.1.product_id": "product" },
  },
  "command DELETE /api/sales.php": {
    portal: "tenant",
    wrongRole: "cashier",
    query: (ids) => ({ id: ids.sale }),
    parameters: { id: "querySaleId" },
    foreign: { id: "sale" },
  },
  "query GET /api/products.php": archivable,
  "query GET /api/sales.php": {
    ...list,
    parameters: { ...part, ...filters, state: "figure" },
  },
  "query GET /api/v1/sales": {
    ...list,
    parameters: { ...part, ...filters, state: "figure", sort: "figure" },
  },
  "query GET /api/v1/sales/sums": {
    portal: "tenant",
    wrongRole: "cashier",
    parameters: { search: "search", since: "since", as_of: "asOf", ...filters },
  },
  "query GET /api/customers.php": archivable,
  "command POST /api/v1/products/:id/restore": {
    portal: "tenant",
    wrongRole: "stock_keeper",
    path: (ids) => ({ id: ids.product }),
    body: () => ({}),
    foreign: { id: "product" },
    isStrict: true,
  },
  "command POST /api/v1/pictures": {
    portal: "tenant",
    wrongRole: "cashier",
    body: () => ({ picture: somePicture(randomUUID()).toString("base64") }),
    fields: { picture: "picture" },
    isStrict: true,
  },
  "command PUT /api/v1/products/:id/picture": {
    portal: "tenant",
    wrongRole: "cashier",
    path: (ids) => ({ id: ids.product }),
    body: (ids) => ({ sha256: ids.picture }),
    fields: { sha256: "pictureHash" },
    foreign: { id: "product" },
    isStrict: true,
  },
  "query GET /api/v1/pictures/:sha256": {
    portal: "tenant",
    path: (ids) => ({ sha256: ids.picture }),
    foreign: { sha256: "picture" },
  },
  "command POST /api/v1/products/import": {
    portal: "tenant",
    wrongRole: "stock_keeper",
    body: () => ({ csv: "name,price\nMilo,4.50" }),
    ...upload,
  },
  "command POST /api/v1/customers/import": {
    portal: "tenant",
    wrongRole: "stock_keeper",
    body: () => ({ csv: "first_name,last_name\nAma,Mensah" }),
    ...upload,
  },
  "command POST /api/v1/sales/:id/receipt-link": {
    portal: "tenant",
    wrongRole: "stock_keeper",
    path: (ids) => ({ id: ids.sale }),
    body: () => ({ token_sha256: createHash("sha256").update(randomUUID()).digest("hex") }),
    fields: { token_sha256: "newSecret" },
    foreign: { id: "sale" },
    isStrict: true,
  },
  "command POST /api/v1/sales/:id/receipt-email": {
    portal: "tenant",
    wrongRole: "stock_keeper",
    path: (ids) => ({ id: ids.sale }),
    body: () => ({ email: "ama@customers.example", copy: 2 }),
    fields: { email: "mailAddress", copy: "copyNumber" },
    foreign: { id: "sale" },
    isStrict: true,
  },
  "command POST /api/v1/sales/:id/receipt-copies": {
    portal: "tenant",
    path: (ids) => ({ id: ids.sale }),
    body: () => ({ copy: 2, by: "print" }),
    fields: { copy: "copyNumber", by: "choice" },
    foreign: { id: "sale" },
    isStrict: true,
  },
  "query GET /api/v1/sales/:id/receipt-copies": {
    portal: "tenant",
    path: (ids) => ({ id: ids.sale }),
    foreign: { id: "sale" },
  },
  "query GET /api/v1/sales/:id": {
    portal: "tenant",
    path: (ids) => ({ id: ids.sale }),
    parameters: { as_of: "asOf" },
    foreign: { id: "sale" },
  },
  "query GET /api/v1/customers/:id": {
    portal: "tenant",
    path: (ids) => ({ id: ids.customer }),
    parameters: { cursor: "cursor", as_of: "asOf" },
    foreign: { id: "customer" },
  },
  "query GET /api/v1/products/:id/movements": {
    portal: "tenant",
    path: (ids) => ({ id: ids.product }),
    parameters: { limit: "count", cursor: "count", as_of: "asOf" },
    foreign: { id: "product" },
  },
  "query GET /api/v1/audit/lineage": {
    portal: "tenant",
    wrongRole: "manager",
    query: (ids) => ({ figure: "stock", about: ids.product }),
    parameters: {
      figure: "figure",
      as_of: "asOf",
      limit: "count",
      cursor: "cursor",
      period: "period",
    },
    foreign: { about: "product" },
  },
  "query GET /api/v1/exports/products.csv": file,
  "query GET /api/v1/exports/customers.csv": file,
  "query GET /api/v1/exports/sales.csv": file,
  "query GET /api/v1/exports/movements.csv": file,
};
