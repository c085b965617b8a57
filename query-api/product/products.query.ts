import type { ProductItem } from "#kernel/contract/api/product.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { prepare } from "#query-api/ask.query.ts";
import { toWholeUnits, type Unit } from "#query-api/whole-units.ts";

export type ProductRow = {
  product_id: string;
  name: string;
  description: string | null;
  price_minor: number;
  stock: number;
  unit: Unit | null;
  sku: string | null;
  category: string | null;
  reorder_point: number | null;
  created_ms: number;
  updated_ms: number;
};

export const PRODUCTS = prepare({
  name: "products",
  projections: ["products"],
  sql: `
    select json_build_object(
      'total', (select count(*) from rm.rm_products p where p.tenant_id = $1 and not p.archived),
      'items', coalesce(json_agg(p order by lower(p.name), p.product_id), '[]'))
      from (select p.product_id, p.name, p.description, p.price_minor, p.stock, p.unit, p.sku, p.category,
                   p.reorder_point, p.created_ms, p.updated_ms
              from rm.rm_products p
             where p.tenant_id = $1 and not p.archived
             order by lower(p.name), p.product_id
             limit ($2 ->> 'limit')::bigint offset ($2 ->> 'offset')::bigint) p`,
});

export const toProductItem = (row: ProductRow): ProductItem => ({
  id: row.product_id,
  name: row.name,
  description: row.description,
  price: toDecimal(row.price_minor),
  stock: toWholeUnits(row.stock, row.unit),
  sku: row.sku,
  category: row.category,
  reorder_point: row.reorder_point,
  created_at: new Date(row.created_ms).toISOString(),
  updated_at: new Date(row.updated_ms).toISOString(),
});
