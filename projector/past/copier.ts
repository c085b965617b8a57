import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

import { copySums } from "./copy-sums.ts";

/** Few enough to be added up while somebody waits, enough that copies stay small beside the read models. */
const COPY_EVERY = 2_000;

type Due = Readonly<{ tenantId: TenantId; copied: number; reached: number }>;

type Copying = Readonly<{ pool: Pool; every?: number; signal?: AbortSignal }>;

/** Copies the sums of every tenant at each so many events of it, as far as the read models have come. */
export function createCopier({ pool, every = COPY_EVERY, signal }: Copying) {
  return async (): Promise<void> => {
    const { rows } = await pool.query<Due>(
      `select d.tenant_id as "tenantId", d.copied, d.reached from rm.copies_due($1) d`,
      [every],
    );
    for (const { tenantId, copied, reached } of rows) {
      for (let from = copied; from + every <= reached; from += every) {
        if (signal?.aborted) return;
        await copySums(pool, { tenantId, from, to: from + every });
      }
    }
  };
}
