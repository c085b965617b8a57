import type { TillItem, TillState } from "#kernel/contract/api/till/tills.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

export type TillRow = {
  till: number;
  device: string;
  name: string;
  state: TillState;
  enrolled_ms: number;
  enrolled_by: string;
};

export const TILLS: Prepared<TillRow[]> = prepare({
  name: "tills",
  projections: ["tills"],
  sql: `
    select coalesce(json_agg(json_build_object(
             'till', t.till, 'device', t.device, 'name', t.name, 'state', t.state, 'enrolled_ms', t.enrolled_ms,
             'enrolled_by', trim(concat_ws(' ', n.first_name, n.last_name))) order by t.till), '[]')
      from rm.rm_tills t
      left join auth.names($1) n on n.user_id = t.enrolled_by
     where t.tenant_id = $1`,
});

/** When a till last called, and the last entries that it reported and that arrived. */
export type Contact = Readonly<{
  till: number;
  contact_ms: number;
  told_seq: number;
  received_seq: number;
}>;

/** Not a read model, because a call of a till is not an event. */
export async function findContacts(pool: Pool, tenantId: TenantId): Promise<Contact[]> {
  const { rows } = await pool.query<Contact>({
    name: "till contacts",
    text: "select * from ops.till_contacts($1) order by till",
    values: [tenantId],
  });
  return rows;
}

export const toTillItem = (row: TillRow, contact: Contact | undefined): TillItem => ({
  till: row.till,
  device: row.device,
  name: row.name,
  state: row.state,
  enrolled_at: new Date(row.enrolled_ms).toISOString(),
  enrolled_by: row.enrolled_by,
  last_contact_at: contact ? new Date(contact.contact_ms).toISOString() : null,
  missing_entries: contact ? Math.max(0, contact.told_seq - contact.received_seq) : 0,
});
