import type { TaxCategory } from "#kernel/contract/api/product.ts";
import type { TaxMode } from "#kernel/contract/choices.ts";
import type { IssueKind } from "#kernel/contract/issues.ts";
import type { Currency } from "#kernel/contract/money.ts";
import type { UntaxedCategory } from "#kernel/contract/untaxed.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";
import { isCounted } from "#query-api/product/products.query.ts";

/** What the server knew about a product when a sale took place. */
export type ProductThen = Readonly<{
  product_id: string;
  /** Null: there was no such product. */
  price_minor: number | null;
  per_unit: number | null;
  /** In the data that the till had, of another sum only. Null: the standard rate, or unknown to the till. */
  tax_category: TaxCategory | null;
  deleted_ms: number | null;
}>;

type Line = Readonly<{
  productId: string;
  /** An amount without a product. */
  open?: boolean;
  name: string;
  quantity: number;
  listPriceMinor: number;
  unitPriceMinor: number;
  discountMinor: number;
  totalMinor: number;
  perUnit?: number;
  taxCategory?: UntaxedCategory;
}>;

export type SaleOfIssue = Readonly<{
  sale_id: string;
  receipt: string | null;
  register: number;
  occurred_ms: number;
  total_minor: number;
  tax_minor: number;
  currency: Currency;
  cashier: string | null;
  lines: readonly Line[];
  tax: Readonly<{ mode: "inclusive" | "exclusive"; rateBp: number }>;
}>;

export type IssueRow = Readonly<{
  kind: IssueKind;
  thing: string;
  at_ms: number | null;
  sales: readonly SaleOfIssue[] | null;
  /** Of a flag: what the server knew then. */
  products_then: readonly ProductThen[] | null;
  tax_rate_bp: number | null;
  tax_mode: TaxMode | null;
  claimed_ms: number | null;
  product: Readonly<{
    name: string;
    stock: number;
    unit: Readonly<{ name: string; perUnit: number }> | null;
  }> | null;
  aside: Readonly<{
    entry_seq: number;
    kind: string;
    reason: string;
    person: string | null;
    body: string | null;
  }> | null;
  customers: readonly Readonly<{ id: string; name: string; phone: string }>[] | null;
  till: number | null;
  till_name: string | null;
  /** Of missing entries. */
  made: number | null;
  received: number | null;
  removed: boolean | null;
}>;

export type IssuesBody = Readonly<{
  count: number;
  timezone: string;
  currency: Currency;
  rows: readonly IssueRow[];
}>;

/** As many of each kind are listed, the newest first; all are counted. */
const LISTED = 100;

/** Flags of sales that are issues. An approval is asked for in another place. */
const FLAGS = [
  "no-right",
  "person-unproved",
  "other-sum",
  "old-price",
  "archived",
  "product-unknown",
  "customer-unknown",
  "clock",
] as const satisfies readonly IssueKind[];

const IS_FLAG = `o.kind in (${FLAGS.map((flag) => `'${flag}'`).join()})`;

/** SQL: the digits of a phone number that are the same with and without the code of its country. */
const PHONE = "right(regexp_replace(c.phone, '[^0-9]', '', 'g'), 9)";

/** SQL: the newest value of a column of a product when the sale took place. */
const then = (column: string): string => `
  (select h.changes -> '${column}'
     from rm.rm_changes h
    where h.tenant_id = $1 and h.projection = 'products' and h.thing_id = p.id
      and h.occurred_ms <= s.occurred_ms and h.changes -> '${column}' is not null
    order by h.seq desc limit 1)`;

/** SQL: the position of the data that the till of the sale had. */
const BASIS = `(select f.basis from rm.rm_sale_flags f
                 where f.tenant_id = $1 and f.sale_id = o.thing::uuid and f.flag = 'other-sum')`;

/**
 * SQL: how a product was taxed in the data that the till of the sale had, of another sum only. A newer
 * product came to the till with a later download.
 */
const TAX_CATEGORY_THEN = `case when o.kind = 'other-sum' then (
                       select h.changes ->> 'tax_category'
                         from rm.rm_changes h
                        where h.tenant_id = $1 and h.projection = 'products' and h.thing_id = p.id
                          and h.changes -> 'tax_category' is not null
                          and (h.seq <= ${BASIS} or (h.occurred_ms <= s.occurred_ms and not exists (
                            select from rm.rm_changes n
                             where n.tenant_id = $1 and n.projection = 'products' and n.thing_id = p.id
                               and n.seq <= ${BASIS})))
                        order by h.seq desc limit 1) end`;

/** SQL: the newest value of a setting in the data that the till of the sale had, of another sum only. */
const settingThen = (column: string): string => `case when o.kind = 'other-sum' then (
            select h.changes -> '${column}'
              from rm.rm_changes h
             where h.tenant_id = $1 and h.projection = 'settings'
               and h.seq <= ${BASIS}
               and h.changes -> '${column}' is not null
             order by h.seq desc limit 1) end`;

/** What needs attention now: kind, thing and time. Each kind follows from sums, not from an order. */
const FOUND = `
  select f.flag as kind, f.sale_id::text as thing, f.occurred_ms as at_ms
    from rm.rm_sale_flags f
    join rm.rm_sales s on s.tenant_id = $1 and s.sale_id = f.sale_id and s.voided_ms is null
   where f.tenant_id = $1 and f.flag in (${FLAGS.map((flag) => `'${flag}'`).join()})
  union all
  select 'set-aside', a.till || ':' || a.entry_id, a.occurred_ms
    from rm.rm_set_aside a
   where a.tenant_id = $1 and a.resolved_as is null
  union all
  select 'receipt-twice', d.thing, d.at_ms
    from rm.rm_receipt_numbers n
   cross join lateral (
         select string_agg(s.sale_id::text, ',' order by s.sale_id) as thing, max(s.occurred_ms) as at_ms, count(*) as sales
           from (select x.sale_id, x.occurred_ms
                   from rm.rm_sales x
                  where x.tenant_id = $1 and x.register = n.register and x.register > 1
                    and x.receipt_number = n.number and x.voided_ms is null
                  order by x.sale_id limit 20) s) d
   where n.tenant_id = $1 and n.sales > 1 and d.sales > 1
  union all
  select 'double', s.sale_id::text, s.occurred_ms
    from rm.rm_sales s
    join rm.rm_sales b on b.tenant_id = $1 and b.sale_id = s.possible_duplicate_of and b.voided_ms is null
   where s.tenant_id = $1 and s.possible_duplicate_of is not null and s.voided_ms is null
  union all
  select 'missing-entries', m.till || ':' || m.made || ':' || case t.state when 'revoked' then 1 else 0 end, m.contact_ms
    from json_to_recordset(($2 ->> 'missing')::json) m(till bigint, made bigint, contact_ms bigint, "isQuiet" boolean)
    join rm.rm_tills t on t.tenant_id = $1 and t.till = m.till
   where t.state = 'revoked' or m."isQuiet"
  union all
  select 'below-zero', p.product_id::text, null
    from rm.rm_products p
   where p.tenant_id = $1 and p.stock < 0 and not p.archived and ${isCounted("p")}
  union all
  select 'same-phone', string_agg(g.id, ',' order by g.id) filter (where g.n <= 20) || ':' || count(*), null
    from (select c.customer_id::text as id, ${PHONE} as phone,
                 row_number() over (partition by ${PHONE} order by c.customer_id) as n
            from rm.rm_customers c
           where c.tenant_id = $1 and c.phone is not null and not c.archived) g
   where length(g.phone) >= 7
   group by g.phone
  having count(*) > 1`;

const SALES = `
  (select json_agg(json_build_object(
            'sale_id', s.sale_id, 'receipt', s.store || '-' || s.register || '-' || s.receipt_number,
            'register', s.register, 'occurred_ms', s.occurred_ms, 'total_minor', s.total_minor,
            'tax_minor', s.tax_minor, 'currency', s.currency, 'lines', s.lines, 'tax', s.tax,
            'cashier', (select nullif(trim(concat_ws(' ', w.first_name, w.last_name)), '')
                          from names w where w.user_id = s.cashier_id)) order by s.occurred_ms, s.sale_id)
     from rm.rm_sales s
    where s.tenant_id = $1 and s.sale_id = any (case
            when o.kind = 'double' then array[o.thing::uuid,
              (select x.possible_duplicate_of from rm.rm_sales x where x.tenant_id = $1 and x.sale_id = o.thing::uuid)]
            when ${IS_FLAG} or o.kind = 'receipt-twice' then string_to_array(o.thing, ',')::uuid[] end))`;

/** SQL: the till in a thing, whose number comes first. */
const TILL_OF =
  "case when o.kind in ('set-aside', 'missing-entries') then split_part(o.thing, ':', 1)::bigint end";

export const ISSUES: Prepared<IssuesBody> = prepare({
  name: "issues",
  projections: [
    "sales",
    "products",
    "customers",
    "tills",
    "changes",
    "settings",
    "sale_flags",
    "receipt_numbers",
    "set_aside",
    "issue_resolutions",
  ],
  sql: `
    with names as materialized (select * from auth.names($1)),
    open as materialized (
      select f.*, row_number() over (partition by f.kind order by f.at_ms desc nulls last, f.thing) as n
        from (${FOUND}) f
       where f.kind = 'below-zero' or not exists (
               select from rm.rm_issue_resolutions r
                where r.tenant_id = $1 and r.kind = f.kind and r.thing = f.thing))
    select json_build_object(
      'count', (select count(*) from open),
      'timezone', coalesce(max(b.timezone), 'Africa/Accra'),
      'currency', coalesce(max(b.currency), 'GHS'),
      'rows', (
        select coalesce(json_agg(json_build_object(
          'kind', o.kind, 'thing', o.thing, 'at_ms', o.at_ms, 'sales', ${SALES},
          'products_then', case when ${IS_FLAG} then (
            select json_agg(json_build_object(
                     'product_id', p.id, 'price_minor', ${then("price_minor")},
                     'per_unit', (${then("unit")} ->> 'perUnit')::int,
                     'tax_category', ${TAX_CATEGORY_THEN},
                     'deleted_ms', (
                       select case when h.changes ->> 'archived' = 'true' then h.occurred_ms end
                         from rm.rm_changes h
                        where h.tenant_id = $1 and h.projection = 'products' and h.thing_id = p.id
                          and h.occurred_ms <= s.occurred_ms and h.changes -> 'archived' is not null
                        order by h.seq desc limit 1)))
              from rm.rm_sales s,
                   lateral (select distinct (l ->> 'productId')::uuid as id from json_array_elements(s.lines) l) p
             where s.tenant_id = $1 and s.sale_id = o.thing::uuid) end,
          'tax_rate_bp', ${settingThen("tax_rate_bp")},
          'tax_mode', ${settingThen("tax_mode")},
          'claimed_ms', case when o.kind = 'clock' then (
            select f.claimed_ms from rm.rm_sale_flags f
             where f.tenant_id = $1 and f.sale_id = o.thing::uuid and f.flag = 'clock') end,
          'product', case when o.kind = 'below-zero' then (
            select json_build_object('name', p.name, 'stock', p.stock, 'unit', p.unit)
              from rm.rm_products p where p.tenant_id = $1 and p.product_id = o.thing::uuid) end,
          'aside', case when o.kind = 'set-aside' then (
            select json_build_object(
                     'entry_seq', a.entry_seq, 'kind', a.kind, 'reason', a.reason,
                     'body', case when length(a.body) < 100000 then a.body end,
                     'person', (select nullif(trim(concat_ws(' ', w.first_name, w.last_name)), '')
                                  from names w where w.user_id = a.person))
              from rm.rm_set_aside a
             where a.tenant_id = $1 and a.till = ${TILL_OF}
               and a.entry_id = split_part(o.thing, ':', 2)::uuid) end,
          'customers', case when o.kind = 'same-phone' then (
            select json_agg(json_build_object(
                     'id', c.customer_id, 'name', trim(concat_ws(' ', c.first_name, c.last_name)), 'phone', c.phone)
                   order by c.customer_id)
              from rm.rm_customers c
             where c.tenant_id = $1
               and c.customer_id = any (string_to_array(split_part(o.thing, ':', 1), ',')::uuid[])) end,
          'till', t.till, 'till_name', t.name, 'made', m.made, 'received', m.received, 'removed', t.state = 'revoked')
          order by o.at_ms desc nulls last, o.thing), '[]')
          from open o
          left join rm.rm_tills t on t.tenant_id = $1 and t.till = coalesce(${TILL_OF}, (
                 select s.register from rm.rm_sales s
                  where s.tenant_id = $1 and (${IS_FLAG} or o.kind in ('double', 'receipt-twice'))
                    and s.sale_id = case when o.kind in ('same-phone', 'below-zero', 'set-aside', 'missing-entries')
                                         then null else split_part(o.thing, ',', 1)::uuid end))
          left join json_to_recordset(($2 ->> 'missing')::json) m(till bigint, made bigint, received bigint)
            on o.kind = 'missing-entries' and m.till = t.till
         where o.n <= ${LISTED}))
      from rm.rm_settings b
     where b.tenant_id = $1`,
});
