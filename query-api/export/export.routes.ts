import type { FastifyReply, FastifyRequest } from "fastify";

import { can } from "#kernel/contract/rights.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import type { Reads } from "#query-api/answers.ts";
import { type CsvExport, EXPORT_PAGE, exportRoute, sendCsv } from "#query-api/csv-export.ts";
import { CUSTOMERS, type ListedCustomer } from "#query-api/customer/customers.query.ts";
import { LOWEST_ID, type ListKey, toFilter } from "#query-api/listing.ts";
import { ALL_MOVEMENTS, type NamedMovementRow } from "#query-api/product/movements.query.ts";
import { type ListedProduct, PRODUCTS } from "#query-api/product/products.query.ts";
import { type ListedSale, SALES } from "#query-api/sale/sales.query.ts";

import { CUSTOMER_COLUMNS, MOVEMENT_COLUMNS, PRODUCT_COLUMNS, SALE_COLUMNS } from "./columns.ts";

const afterItem = ({ place, id }: ListKey) => ({ place, after: id });

const WHOLE = { limit: EXPORT_PAGE, offset: 0, ...toFilter({}) };

/** Every list as a CSV file. */
export const exportRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  const { handlerTimeout, response } = exportRoute;
  const route = { handlerTimeout, schema: { response } };

  const exporting =
    <Body, Row>(exportFor: (role: string) => CsvExport<Body, Row>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      requireRight(request, "export");
      await sendCsv(reads, request, reply, exportFor(request.actor.role));
    };
  app.get("/api/v1/exports/products.csv", route, exporting(products));
  app.get("/api/v1/exports/customers.csv", route, exporting(customers));
  app.get("/api/v1/exports/sales.csv", route, exporting(sales));
  app.get("/api/v1/exports/movements.csv", route, exporting(movements));
};

type ListExport<Row> = CsvExport<{ items: readonly Row[] }, Row>;

const products = (): ListExport<ListedProduct> => ({
  name: "products",
  question: PRODUCTS.all,
  args: WHOLE,
  rowsOf: ({ items }) => items,
  after: afterItem,
  columns: PRODUCT_COLUMNS,
});

const customers = (role: string): ListExport<ListedCustomer> => ({
  name: "customers",
  question: CUSTOMERS.all,
  args: { ...WHOLE, seesContacts: can(role, "see-contacts") },
  rowsOf: ({ items }) => items,
  after: afterItem,
  columns: CUSTOMER_COLUMNS,
});

const sales = (): ListExport<ListedSale> => ({
  name: "sales",
  question: SALES.all,
  args: WHOLE,
  rowsOf: ({ items }) => items,
  after: afterItem,
  columns: SALE_COLUMNS,
});

const movements = (): ListExport<NamedMovementRow> => ({
  name: "movements",
  question: ALL_MOVEMENTS,
  args: { limit: EXPORT_PAGE, product: LOWEST_ID, seq: 0 },
  rowsOf: ({ items }) => items,
  after: ({ product_id: product, seq }) => ({ product, seq }),
  columns: MOVEMENT_COLUMNS,
});
