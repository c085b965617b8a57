import type { Pool } from "pg";

import type { TenantId } from "#kernel/contract/ids.ts";

/** Tells every projector that somebody waits for this tenant. */
export const askCatchUp = (pool: Pool, tenantId: TenantId) =>
  pool.query("select pg_notify('rm_catch_up', $1)", [tenantId]);
