import type { TenantId } from "#kernel/contract/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

/** True if every user of the tenant needs a second factor, enforced from the next sign-in on. */
export async function setTwoFactorPolicy(
  client: PoolClient,
  { tenantId, required }: Readonly<{ tenantId: TenantId; required: boolean }>,
  nowMs: number,
): Promise<void> {
  await client.query(
    `insert into auth.two_factor_policies (tenant_id, required_ms) values ($1, $2)
     on conflict (tenant_id) do update set required_ms = excluded.required_ms`,
    [tenantId, required ? nowMs : null],
  );
}

export async function isTwoFactorRequired(
  client: PoolClient,
  tenantId: TenantId,
): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from auth.two_factor_policies where tenant_id = $1 and required_ms is not null",
    [tenantId],
  );
  return rowCount === 1;
}
