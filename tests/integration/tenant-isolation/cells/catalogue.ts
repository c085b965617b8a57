import { by, type Cells } from "#tests/integration/tenant-isolation/cell.ts";

/** Products, customers, sales and stock. */
export const cells: Cells = {
  "command POST /api/products.php": by("add a product"),
  "command PUT /api/products.php": by("edit a product"),
  "command DELETE /api/products.php": by("add a product"),
  "command POST /api/v1/stock-movements": by("move stock"),
  "command POST /api/customers.php": by("write a customer"),
  "command PUT /api/customers.php": by("write a customer"),
  "command DELETE /api/customers.php": by("archive a customer"),
  "command POST /api/sales.php": by("record a sale"),
  "command DELETE /api/sales.php": by("void a sale"),
  "query GET /api/products.php": by("see lists"),
  "query GET /api/sales.php": by("see lists"),
  "query GET /api/customers.php": by("see lists"),
  "command POST /api/v1/products/:id/restore": by("add a product"),
  "command POST /api/v1/customers/:id/restore": by("archive a customer"),
  "command POST /api/v1/customers/:id/erase": by("erase a customer"),
  "command POST /api/v1/products/import": by("add a product"),
  "command POST /api/v1/customers/import": by("write a customer"),
  "query GET /api/v1/sales/:id": by("see lists"),
  "query GET /api/v1/products/:id/movements": by("see lists"),
  "query GET /api/v1/audit/lineage": by("audit"),
  "query GET /api/v1/exports/products.csv": by("export"),
  "query GET /api/v1/exports/customers.csv": by("export"),
  "query GET /api/v1/exports/sales.csv": by("export"),
  "query GET /api/v1/exports/movements.csv": by("export"),
};
