import { AsOf } from "#kernel/contract/api/as-of.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { findMoment } from "#query-api/moment.query.ts";

export function parseMoment(text: string): AsOf {
  const asOf = AsOf.safeParse(text).data;
  if (asOf) return asOf;
  throw new Error("a moment is an event number or a time like 2026-11-21T18:00:00Z");
}

/** A tenant's last event up to a moment; without a moment its last event. */
export async function seqAt(
  pool: Pool,
  tenantId: TenantId,
  moment: AsOf | undefined,
): Promise<number> {
  const { head, seq } = await findMoment(pool, tenantId, moment ?? { seq: 0 });
  return moment ? Math.min(seq, head) : head;
}
