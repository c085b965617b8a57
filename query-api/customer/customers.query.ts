import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { prepare } from "#query-api/ask.query.ts";

export type CustomerRow = {
  customer_id: string;
  first_name: string;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  created_ms: number;
};

/** What a reader may not see does not leave the database. Who was erased is in no list. */
export const CUSTOMERS = prepare({
  name: "customers",
  projections: ["customers"],
  sql: `
    select json_build_object(
      'total', (select count(*) from rm.rm_customers c
                 where c.tenant_id = $1 and not c.archived and c.first_name is not null),
      'items', coalesce(json_agg(c order by c.created_ms desc, c.customer_id desc), '[]'))
      from (select c.customer_id, c.first_name, c.last_name,
                   case when (select ($2 ->> 'seesContacts')::boolean) then c.email end as email,
                   case when (select ($2 ->> 'seesContacts')::boolean) then c.phone end as phone,
                   case when (select ($2 ->> 'seesContacts')::boolean) then c.address end as address,
                   c.created_ms
              from rm.rm_customers c
             where c.tenant_id = $1 and not c.archived and c.first_name is not null
             order by c.created_ms desc, c.customer_id desc
             limit ($2 ->> 'limit')::bigint offset ($2 ->> 'offset')::bigint) c`,
});

export const toCustomerItem = (row: CustomerRow): CustomerItem => ({
  id: row.customer_id,
  first_name: row.first_name,
  last_name: row.last_name ?? "",
  email: row.email,
  phone: row.phone,
  address: row.address,
  created_at: new Date(row.created_ms).toISOString(),
});
