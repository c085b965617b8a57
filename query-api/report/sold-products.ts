import { NAME_OF_SOLD } from "./sums.ts";

/** The sums of one product over a span of days. */
export type SoldProduct = {
  product_id: string;
  name: string | null;
  category: string | null;
  currency: string;
  quantity: number;
  revenue_minor: number;
  /** Of what was sold, at the present cost price. Null if the product has none. */
  cost_minor: number | null;
};

export const OF_SOLD_PRODUCTS = ["products", "product_days", "product_totals"];

const PER_UNIT =
  "case when json_typeof(p.unit) = 'object' then (p.unit ->> 'perUnit')::numeric else 1 end";

/**
 * SQL: a row for each product and currency. All time is read from sums of its own, so its cost does
 * not grow with the number of days. A cost price is that of a sale unit, quantities are in base units.
 */
export const SOLD_PRODUCTS = `
  select s.product_id, ${NAME_OF_SOLD} as name, nullif(trim(p.category), '') as category, s.currency, s.quantity,
         s.revenue_minor, round(p.cost_minor * s.quantity / ${PER_UNIT})::bigint as cost_minor
    from (
      select t.product_id, t.currency, t.quantity, t.revenue_minor
        from rm.rm_product_totals t
       where t.tenant_id = $1 and (select first_day from span) is null
       union all
      select d.product_id, d.currency, sum(d.quantity), sum(d.revenue_minor)
        from rm.rm_product_days d
       where d.tenant_id = $1
         and d.day >= (select first_day from span) and d.day <= (select last_day from span)
       group by d.product_id, d.currency) s
    left join rm.rm_products p on p.tenant_id = $1 and p.product_id = s.product_id
   where s.quantity > 0`;
