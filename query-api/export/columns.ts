import { toDecimalText } from "#kernel/contract/money.ts";
import { type SaleRow, toSaleItem } from "#kernel/contract/sale-item.ts";
import type { CsvColumn } from "#query-api/csv-export.ts";
import type { CustomerRow } from "#query-api/customer/customers.query.ts";
import type { NamedMovementRow } from "#query-api/product/movements.query.ts";
import { type ProductRow, toWholeUnits } from "#query-api/product/products.query.ts";

const money = (minor: number | null): string | null =>
  minor === null ? null : toDecimalText(minor);
const moment = (ms: number): string => new Date(ms).toISOString();

/** Replaces the name of an erased customer. */
const ERASED = "erased";

/** The headings that the product import reads, and others that it ignores. */
export const PRODUCT_COLUMNS: readonly CsvColumn<ProductRow>[] = [
  ["id", ({ product_id }) => product_id],
  ["name", ({ name }) => name],
  ["description", ({ description }) => description],
  ["price", ({ price_minor }) => money(price_minor)],
  ["stock", (row) => (row.tracks_stock === false ? null : toWholeUnits(row.stock, row.unit))],
  ["sku", ({ sku }) => sku],
  ["barcodes", ({ barcodes }) => (barcodes === null ? null : barcodes.join("|"))],
  ["category", ({ category }) => category],
  ["unit", ({ unit }) => unit && unit.name],
  ["per_unit", ({ unit }) => unit && unit.perUnit],
  ["cost", ({ cost_minor }) => money(cost_minor)],
  [
    "reorder_point",
    ({ reorder_point, unit }) =>
      reorder_point === null ? null : toWholeUnits(reorder_point, unit),
  ],
  ["created_at", ({ created_ms }) => moment(created_ms)],
  ["updated_at", ({ updated_ms }) => moment(updated_ms)],
  ["track_stock", ({ tracks_stock }) => (tracks_stock === false ? "no" : "yes")],
  ["tax_category", ({ tax_category }) => tax_category ?? "standard"],
];

export const CUSTOMER_COLUMNS: readonly CsvColumn<CustomerRow>[] = [
  ["id", ({ customer_id }) => customer_id],
  ["first_name", ({ first_name }) => first_name],
  ["last_name", ({ last_name }) => last_name],
  ["email", ({ email }) => email],
  ["phone", ({ phone }) => phone],
  ["address", ({ address }) => address],
  ["created_at", ({ created_ms }) => moment(created_ms)],
];

export const SALE_COLUMNS: readonly CsvColumn<SaleRow>[] = [
  ["id", ({ sale_id }) => sale_id],
  ["receipt_number", (row) => toSaleItem(row).receipt_number],
  ["occurred_at", ({ occurred_ms }) => moment(occurred_ms)],
  ["recorded_at", ({ recorded_ms }) => moment(recorded_ms)],
  ["first_name", ({ first_name, customer_id }) => first_name ?? (customer_id && ERASED)],
  ["last_name", ({ last_name }) => last_name],
  ["items", ({ lines }) => lines.map((line) => `${line.quantity} x ${line.name}`).join("; ")],
  ["item_count", (row) => toSaleItem(row).item_count],
  ["unit_count", (row) => toSaleItem(row).unit_count],
  ["total_amount", ({ total_minor }) => money(total_minor)],
  ["tax_amount", ({ tax_minor }) => money(tax_minor)],
  ["currency", ({ currency }) => currency],
  ["payment_method", ({ payment_method }) => payment_method],
];

export const MOVEMENT_COLUMNS: readonly CsvColumn<NamedMovementRow>[] = [
  ["product_id", ({ product_id }) => product_id],
  ["product", ({ name }) => name],
  ["kind", ({ kind }) => kind],
  ["delta", ({ delta }) => delta],
  ["after", ({ after }) => after],
  ["reason", ({ reason }) => reason],
  ["sale_id", ({ sale_id }) => sale_id],
  ["user_id", ({ actor_id }) => actor_id],
  ["user_name", ({ actor_name }) => actor_name],
  ["occurred_at", ({ occurred_ms }) => moment(occurred_ms)],
  ["recorded_at", ({ recorded_ms }) => moment(recorded_ms)],
];
