import { UNCOUNTED_STOCK } from "#kernel/contract/api/product.ts";
import { MOST_EVENTS_BEHIND, type TillChanges } from "#kernel/contract/api/till/changes.ts";
import { DEFAULT_BUSINESS } from "#kernel/contract/default-settings.ts";
import { can, Role } from "#kernel/contract/rights.ts";
import { UntaxedCategory } from "#kernel/contract/untaxed.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";
import { isCounted } from "#query-api/product/products.query.ts";

/** Without `seq`, which is the checkpoint of the same answer. */
export type ChangesBody = Omit<TillChanges, "seq" | "settings"> & {
  /** Null until they are projected. */
  settings: TillChanges["settings"] | null;
  /** A read model was emptied and is being filled, so rows are missing. */
  rebuilding: boolean;
};

const PROJECTIONS = ["settings", "products", "customers"];

const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join();

const SELLING_ROLES = list(Role.options.filter((role) => can(role, "record-sale")));

/** The item that a row becomes, and which rows are sent. */
type Rows = Readonly<{ item: string; from: string; id: string }>;

const arrayOf = ({ item, from, id }: Rows, which: string): string =>
  `(select coalesce(json_agg(${item} order by ${id}), '[]') from ${from} and ${which})`;

const STOCK = `case when ${isCounted("p")} then p.stock else ${UNCOUNTED_STOCK} end`;

const PRODUCT = `json_build_object('id', p.product_id, 'name', p.name, 'priceMinor', p.price_minor, 'stock', ${STOCK},
      'sku', p.sku, 'category', p.category, 'archived', p.archived, 'tracksStock', ${isCounted("p")},
      'picture', p.picture_sha256,
      'barcodes', case when json_typeof(p.barcodes) = 'array' then p.barcodes else '[]'::json end,
      'unit', case when json_typeof(p.unit) = 'object'
                   then json_build_object('name', p.unit -> 'name', 'perUnit', p.unit -> 'perUnit') end)`;

/** Nearly all are taxed at the standard rate, so only the others say how they are. */
const PRODUCTS: Rows = {
  id: "p.product_id",
  from: "rm.rm_products p where p.tenant_id = $1",
  item: `case when p.tax_category in (${list(UntaxedCategory.options)})
      then concat(left(${PRODUCT}::text, -1), ', "taxCategory": "', p.tax_category, '"}')::json
      else ${PRODUCT} end`,
};

const STOCKS: Rows = {
  ...PRODUCTS,
  item: `json_build_object('id', p.product_id, 'stock', ${STOCK})`,
};

const IS_GONE = "(c.archived or c.first_name is null)";

/** Of a customer who is gone only the id is sent. */
const CUSTOMERS: Rows = {
  id: "c.customer_id",
  from: "rm.rm_customers c where c.tenant_id = $1",
  item: `json_build_object('id', c.customer_id, 'gone', ${IS_GONE},
      'name', case when ${IS_GONE} then '' else trim(concat_ws(' ', c.first_name, c.last_name)) end,
      'phone', case when not ${IS_GONE} then c.phone end)`,
};

const MAY_SELL = `(m.is_working and m.role in (${SELLING_ROLES}))`;

/** Not a read model, but each change of these rows comes with an event. */
const PEOPLE: Rows = {
  id: "m.user_id",
  from: "auth.people($1) m where true",
  item: `json_build_object('id', m.user_id, 'role', m.role, 'gone', not ${MAY_SELL},
      'name', case when ${MAY_SELL} then trim(concat_ws(' ', m.first_name, m.last_name)) else '' end)`,
};

const SETTINGS = `(
    select json_build_object('businessName', s.business_name, 'phone', s.phone, 'address', s.address,
             'receiptFooter', s.receipt_footer, 'currency', s.currency, 'timezone', s.timezone,
             'taxRateBp', s.tax_rate_bp, 'tin', s.tin, 'oversellPolicy', s.oversell_policy,
             'taxMode', coalesce(s.tax_mode, '${DEFAULT_BUSINESS.taxMode}'),
             'receiptLinks', coalesce(s.receipt_links, ${DEFAULT_BUSINESS.receiptLinks}),
             'offlineDays', coalesce(s.offline_days, ${DEFAULT_BUSINESS.offlineDays}),
             'offlineApprovalMinor', coalesce(s.offline_approval_minor, ${DEFAULT_BUSINESS.offlineApprovalMinor}),
             'discountLimitBp', coalesce(s.discount_limit_bp, ${DEFAULT_BUSINESS.discountLimitBp}))
      from rm.rm_settings s where s.tenant_id = $1)`;

type Which = Readonly<Record<"products" | "stocks" | "customers" | "people", string>>;

const bodyOf = ({ products, stocks, customers, people }: Which): string => `
  json_build_object(
    'products', ${arrayOf(PRODUCTS, products)},
    'stocks', ${arrayOf(STOCKS, stocks)},
    'customers', ${arrayOf(CUSTOMERS, customers)},
    'people', ${arrayOf(PEOPLE, people)},
    'settings', ${SETTINGS},
    'rebuilding', exists (select from rm.rebuilds b where b.projection in (${list(PROJECTIONS)})))`;

export const EVERYTHING: Prepared<ChangesBody> = prepare({
  name: "till-everything",
  projections: PROJECTIONS,
  sql: `select ${bodyOf({
    products: "not p.archived",
    stocks: "false",
    customers: `not ${IS_GONE}`,
    people: MAY_SELL,
  })}`,
});

/** Events after which a till knows something else about a person. */
const ABOUT_PEOPLE = list(["StaffJoined", "StaffRoleChanged", "StaffRemoved", "ProfileChanged"]);

/**
 * What the events after `since` touched. The rows are those of now, so they may be newer than the
 * events. The route answers only if no more than MOST_EVENTS_BEHIND events are in question.
 */
export const CHANGED: Prepared<ChangesBody> = prepare({
  name: "till-changed",
  projections: PROJECTIONS,
  sql: `
    with recent as materialized (
      select e.stream_id, e.stream_type, e.type, e.data, e.effects
        from es.events e
       where e.tenant_id = $1 and e.seq > ($2 ->> 'since')::bigint
         and e.seq <= ($2 ->> 'since')::bigint + ${MOST_EVENTS_BEHIND}),
    touched as materialized (
      select r.stream_id as id, r.stream_type as type from recent r where r.stream_type in ('product', 'customer')
      union
      select (t.move ->> 0)::uuid, 'stock'
        from recent r cross join lateral json_array_elements(r.effects -> 'stock') t(move)
      union
      select (r.data ->> 'userId')::uuid, 'person' from recent r where r.type in (${ABOUT_PEOPLE}))
    select ${bodyOf({
      products: "p.product_id in (select t.id from touched t where t.type = 'product')",
      stocks: `p.product_id in (
        select t.id from touched t where t.type = 'stock'
        except select t.id from touched t where t.type = 'product')`,
      customers: "c.customer_id in (select t.id from touched t where t.type = 'customer')",
      people: "m.user_id in (select t.id from touched t where t.type = 'person')",
    })}`,
});
