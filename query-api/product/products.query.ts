import type { ProductItem, TaxCategory } from "#kernel/contract/api/product.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { isFound, listOf, type ListKey, type ListQuestion } from "#query-api/listing.ts";
import { isoTime, textListOf, textOrNull } from "#query-api/text-list.ts";

export type ProductRow = {
  product_id: string;
  name: string;
  description: string | null;
  price_minor: number;
  stock: number;
  unit: Unit | null;
  sku: string | null;
  barcodes: string[] | null;
  category: string | null;
  cost_minor: number | null;
  reorder_point: number | null;
  /** Null until it is said. */
  tracks_stock: boolean | null;
  picture_sha256: string | null;
  /** Null: the standard rate. */
  tax_category: TaxCategory | null;
  archived: boolean;
  version: number;
  created_ms: number;
  updated_ms: number;
};
export type ListedProduct = ProductRow & ListKey;

// One statement per list: the index of names covers products that are not archived.
const productsThat = (name: string, which: string): ListQuestion => ({
  name,
  projections: ["products"],
  table: "rm.rm_products p",
  columns: `p.product_id, p.name, p.description, p.price_minor, p.stock, p.unit, p.sku, p.barcodes, p.category,
      p.cost_minor, p.reorder_point, p.tracks_stock, p.picture_sha256, p.tax_category, p.archived, p.version, p.created_ms,
      p.updated_ms`,
  which: `p.tenant_id = $1 and ${which}`,
  found: isFound("p.product_id", "p.name", "p.sku", "p.barcodes", "p.category"),
  id: "p.product_id",
  sort: { text: "lower(p.name)" },
});

const ALL_PRODUCTS = productsThat("products", "not p.archived");

/** As rows, for the export. */
export const PRODUCTS = listOf<ListedProduct>(ALL_PRODUCTS);

const decimal = (minor: string): string => `trim_scale(${minor} / 100.0)`;
/** Not a JSON null either. */
const HAS_UNIT = "json_typeof(p.unit) = 'object'";
const wholeUnits = (stock: string): string =>
  `case when ${HAS_UNIT} then floor(${stock} / (p.unit ->> 'perUnit')::numeric) else ${stock} end`;

/** SQL: whether the stock of a product is counted. */
export const isCounted = (product: string): string => `${product}.tracks_stock is not false`;
const SHOWN_STOCK = `case when ${isCounted("p")} then p.stock else 0 end`;

/** Without the spaces that the past has between them. */
const BARCODES = `
  case when p.barcodes is null or p.barcodes::text = 'null' then '[]'
       when strpos(p.barcodes::text, ', ') = 0 then p.barcodes::text
       else (select concat('[', string_agg(to_json(b.code)::text, ',' order by b.place), ']')
               from json_array_elements_text(p.barcodes) with ordinality b(code, place)) end`;

/** SQL: the text of what `toProductItem` makes. Tests hold the two to the same bytes. */
const ITEM = `
  concat('{"id":"', p.product_id, '","name":', to_json(p.name), ',"description":', ${textOrNull("p.description")},
    ',"price":', ${decimal("p.price_minor")}, ',"stock":', ${wholeUnits(`(${SHOWN_STOCK})`)}, ',"stock_exact":', ${SHOWN_STOCK},
    ',"sku":', ${textOrNull("p.sku")}, ',"barcodes":', ${BARCODES},
    ',"category":', ${textOrNull("p.category")},
    ',"unit":', case when ${HAS_UNIT}
                     then concat('{"name":', p.unit -> 'name', ',"per_unit":', p.unit -> 'perUnit', '}')
                     else 'null' end,
    ',"cost":', coalesce(${decimal("p.cost_minor")}::text, 'null'),
    ',"reorder_point":', coalesce((${wholeUnits("p.reorder_point")})::text, 'null'),
    ',"track_stock":', case when ${isCounted("p")} then 'true' else 'false' end,
    ',"picture":', ${textOrNull("p.picture_sha256")},
    ',"tax_category":"', coalesce(p.tax_category, 'standard'), '"',
    ',"archived":', case when p.archived then 'true' else 'false' end, ',"version":', p.version,
    ',"created_at":"', ${isoTime("p.created_ms")}, '","updated_at":"', ${isoTime("p.updated_ms")}, '"}')`;

const productTextsThat = (list: ListQuestion) => textListOf(list, { sql: ITEM });

export const PRODUCT_TEXTS = productTextsThat(ALL_PRODUCTS);
export const ARCHIVED_PRODUCTS = productTextsThat(productsThat("products-archived", "p.archived"));
/**
 * Changes since a moment, including archived products, for clients that keep a copy of the list.
 */
export const CHANGED_PRODUCTS = productTextsThat(
  productsThat("products-changed", "p.updated_ms >= ($2 ->> 'sinceMs')::bigint"),
);

/** The stock to show: 0 if it is not counted. */
const shownStock = ({ stock, tracks_stock: tracksStock }: ProductRow): number =>
  tracksStock === false ? 0 : stock;

export const toProductItem = (row: ProductRow): ProductItem => ({
  id: row.product_id,
  name: row.name,
  description: row.description,
  price: toDecimal(row.price_minor),
  stock: toWholeUnits(shownStock(row), row.unit),
  stock_exact: shownStock(row),
  sku: row.sku,
  barcodes: row.barcodes ?? [],
  category: row.category,
  unit: row.unit && { name: row.unit.name, per_unit: row.unit.perUnit },
  cost: row.cost_minor === null ? null : toDecimal(row.cost_minor),
  reorder_point: row.reorder_point === null ? null : toWholeUnits(row.reorder_point, row.unit),
  track_stock: row.tracks_stock !== false,
  picture: row.picture_sha256,
  tax_category: row.tax_category ?? "standard",
  archived: row.archived,
  version: row.version,
  created_at: new Date(row.created_ms).toISOString(),
  updated_at: new Date(row.updated_ms).toISOString(),
});

export type Unit = { name: string; perUnit: number };

/** Stock is counted in base units; screens show whole sale units. */
export const toWholeUnits = (stock: number, unit: Unit | null): number =>
  unit === null ? stock : Math.floor(stock / unit.perUnit);
