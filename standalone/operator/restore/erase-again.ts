import { closeTenantAccounts } from "#command-api/tenant/close-tenant-accounts.ts";
import { PLATFORM_TENANT_ID, type TenantId } from "#kernel/contract/ids.ts";
import type { ErasedSubject } from "#kernel/node/erased-list.ts";
import type { Client } from "#kernel/node/postgres/connections.ts";

/**
 * Erases people again who were erased after the backup was taken. The log stays unchanged; their
 * keys are deleted. Returns how many of them were not erased in the backup.
 */
export async function eraseAgain(
  client: Client,
  erased: readonly ErasedSubject[],
): Promise<number> {
  let again = 0;
  for (const { tenantId, subjectId, erasedMs } of erased) {
    const { rowCount } = await client.query(
      `insert into es.erased_subjects (tenant_id, subject_id, erased_ms)
       select $1, $2, $3 from es.tenant_heads h where h.tenant_id = $1
       on conflict do nothing`,
      [tenantId, subjectId, erasedMs],
    );
    if (rowCount === 0) continue;
    again += 1;
    if (subjectId === tenantId) await closeTenant(client, tenantId, erasedMs);
  }
  // Includes people whose erasure was in progress when the backup was taken.
  await client.query(
    `delete from es.subject_keys k using es.erased_subjects x
      where x.tenant_id = k.tenant_id and x.subject_id in (k.subject_id, k.tenant_id)`,
  );
  return again;
}

/**
 * Closes a tenant whose account was deleted since, and deletes the platform's copy of its owner's
 * address.
 */
async function closeTenant(client: Client, tenantId: TenantId, nowMs: number): Promise<void> {
  await closeTenantAccounts(client, tenantId, nowMs);
  await client.query("update es.tenant_heads set status = 3 where tenant_id = $1", [tenantId]);
  await client.query(
    `delete from es.subject_keys k using es.stream_heads h
      where h.tenant_id = $1 and h.stream_id = $1
        and k.tenant_id = $2 and k.subject_id = (h.state ->> 'ownerId')::uuid`,
    [tenantId, PLATFORM_TENANT_ID],
  );
}
