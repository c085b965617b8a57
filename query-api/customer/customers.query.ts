import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { serverTexts } from "#kernel/contract/texts.ts";
import { isFound, listOf, type ListKey, type ListQuestion } from "#query-api/listing.ts";
import { isoTime, textListOf, textOrNull } from "#query-api/text-list.ts";

export type CustomerRow = {
  customer_id: string;
  /** Null if erased. */
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  archived: boolean;
  version: number;
  created_ms: number;
  updated_ms: number;
};
export type ListedCustomer = CustomerRow & ListKey;

/** Columns that the reader may not see neither leave the database nor match a search. */
const SEES_CONTACTS = "(select ($2 ->> 'seesContacts')::boolean)";
export const visible = (column: string): string => `case when ${SEES_CONTACTS} then ${column} end`;

const THERE = "c.first_name is not null";

const customersThat = (name: string, which: string): ListQuestion => ({
  name,
  projections: ["customers"],
  table: "rm.rm_customers c",
  columns: `c.customer_id, c.first_name, c.last_name, ${visible("c.email")} as email,
      ${visible("c.phone")} as phone, ${visible("c.address")} as address,
      c.archived, c.version, c.created_ms, c.updated_ms`,
  which: `c.tenant_id = $1 and ${which}`,
  found: isFound(
    "c.customer_id",
    "c.first_name || ' ' || c.last_name",
    visible("c.email"),
    visible("c.phone"),
  ),
  id: "c.customer_id",
  sort: { ms: "c.created_ms" },
});

/** Erased customers are in neither list. */
const ALL_CUSTOMERS = customersThat("customers", `not c.archived and ${THERE}`);

/** As rows, for the export. */
export const CUSTOMERS = listOf<ListedCustomer>(ALL_CUSTOMERS);

/** SQL: the text of what `toCustomerItem` makes. Tests hold the two to the same bytes. */
const ITEM = `
  concat('{"id":"', c.customer_id, '","first_name":', to_json(coalesce(c.first_name, '${serverTexts.erased}')),
    ',"last_name":', to_json(coalesce(c.last_name, '')), ',"email":', ${textOrNull("c.email")},
    ',"phone":', ${textOrNull("c.phone")}, ',"address":', ${textOrNull("c.address")},
    ',"archived":', case when c.archived then 'true' else 'false' end, ',"version":', c.version,
    ',"created_at":"', ${isoTime("c.created_ms")}, '","updated_at":"', ${isoTime("c.updated_ms")}, '"}')`;

const customerTextsThat = (list: ListQuestion) => textListOf(list, { sql: ITEM });

export const CUSTOMER_TEXTS = customerTextsThat(ALL_CUSTOMERS);
export const ARCHIVED_CUSTOMERS = customerTextsThat(
  customersThat("customers-archived", `c.archived and ${THERE}`),
);
/**
 * Changes since a moment, including archived and erased customers, for clients that keep a copy of
 * the list.
 */
export const CHANGED_CUSTOMERS = customerTextsThat(
  customersThat("customers-changed", "c.updated_ms >= ($2 ->> 'sinceMs')::bigint"),
);

export const toCustomerItem = (row: CustomerRow): CustomerItem => ({
  id: row.customer_id,
  first_name: row.first_name ?? serverTexts.erased,
  last_name: row.last_name ?? "",
  email: row.email,
  phone: row.phone,
  address: row.address,
  archived: row.archived,
  version: row.version,
  created_at: new Date(row.created_ms).toISOString(),
  updated_at: new Date(row.updated_ms).toISOString(),
});
