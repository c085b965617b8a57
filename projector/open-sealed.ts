import type { PoolClient } from "pg";

import { subjectOf } from "#kernel/contract/events/fields.ts";
import type { StoredToApply } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { openText, unwrapKey } from "#kernel/node/crypto/seal.ts";

import { type Open, Opened } from "./projections/table.ts";

/** Opens the sealed texts of one tenant. */
export type OpenFor = (tenantId: TenantId) => Open;

const SEALED = '"sealed:v1:';
/** Matches only valid ids, because a user can enter a text that starts like this. */
const SUBJECTS = /"sealed:v1:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):/g;

/**
 * Loads the keys of a batch in the transaction that applies it, and keeps them for that batch only.
 * A key that was destroyed is missing from then on, and its texts read as null.
 */
export async function loadKeys(
  client: PoolClient,
  dataKey: Buffer,
  events: readonly StoredToApply[],
): Promise<OpenFor> {
  const wrapped = await wrappedKeys(client, events);
  const keys = new Map<string, Buffer>();
  const keyOf = (tenantId: TenantId, subjectId: string): Buffer | undefined => {
    const name = `${tenantId}|${subjectId}`;
    const found = wrapped.get(name);
    const key = keys.get(name) ?? (found && unwrapKey(dataKey, { tenantId, subjectId }, found));
    if (key) keys.set(name, key);
    return key;
  };
  return (tenantId) => (sealed) => {
    const key = sealed && keyOf(tenantId, subjectOf(sealed));
    return key ? Opened.parse(openText(key, tenantId, sealed)) : null;
  };
}

async function wrappedKeys(
  client: PoolClient,
  events: readonly StoredToApply[],
): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = new Map<string, { tenantId: TenantId; subjectId: string }>();
  for (const { tenantId, data } of events) {
    if (!data.includes(SEALED)) continue;
    for (const [, subjectId = ""] of data.matchAll(SUBJECTS)) {
      wanted.set(`${tenantId}|${subjectId}`, { tenantId, subjectId });
    }
  }
  if (wanted.size === 0) return new Map();
  const subjects = [...wanted.values()];
  const { rows } = await client.query<{ name: string; wrapped_key: Buffer }>({
    name: "subject keys",
    text: `select k.tenant_id || '|' || k.subject_id as name, k.wrapped_key
             from unnest($1::uuid[], $2::uuid[]) s(tenant_id, subject_id)
             join es.subject_keys k on k.tenant_id = s.tenant_id and k.subject_id = s.subject_id
            where not exists (select from es.erased_subjects x
                               where x.tenant_id = s.tenant_id and x.subject_id = s.subject_id)`,
    values: [subjects.map(({ tenantId }) => tenantId), subjects.map(({ subjectId }) => subjectId)],
  });
  return new Map(rows.map((row) => [row.name, row.wrapped_key]));
}
