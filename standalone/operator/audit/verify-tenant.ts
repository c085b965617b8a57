import type { TenantId } from "#kernel/contract/ids.ts";
import type { Deviation, LogDeviation } from "#kernel/verify/deviation.ts";
import type { Readers } from "#kernel/verify/verify-log.ts";
import { verifySigned } from "#kernel/verify/verify-signed.ts";

import { diagnose } from "./diagnosis/diagnose.ts";
import { verifyMembers, verifyStatus } from "./write-model/members.ts";
import { verifySnapshots } from "./write-model/snapshots.ts";
import { createEffectSums } from "./write-model/stock-and-counters.ts";

export type Verified = Readonly<{
  tenantId: TenantId;
  events: number;
  deviations: Deviation[];
  /** True if the log is what was recorded. Only then is derived data compared with it. */
  holds: boolean;
  notCompared: Followed[];
}>;

/** Data derived from a log, besides read models. */
type Followed = "snapshots" | "status" | "members";

export type Verifying = Readonly<{
  publicKeys: readonly Buffer[];
  onEvents: (events: number) => void;
}>;

/**
 * Verifies one tenant's log, its signed heads, and the write model and accounts derived from it. If
 * the log does not hold, derived data cannot be compared; the result says so.
 */
export async function verifyTenant(
  readers: Readers,
  tenantId: TenantId,
  { publicKeys, onEvents }: Verifying,
): Promise<Verified> {
  const moved = createEffectSums();
  const {
    head,
    events,
    found: broken,
    headsFound,
  } = await verifySigned(readers, tenantId, {
    publicKeys,
    onEvents,
    onRange: moved.take,
    diagnose,
  });
  const holds = head !== undefined && broken.length === 0;
  const derived: LogDeviation[] = [];
  const notCompared: Followed[] = [];
  if (holds) {
    derived.push(
      ...(await verifySnapshots(readers, tenantId)),
      ...(await readers.each((db) => moved.compare(db, tenantId))),
    );
  } else notCompared.push("snapshots");
  if (holds && derived.length === 0) {
    derived.push(
      ...(await readers.each((db) => verifyStatus(db, tenantId, head))),
      ...(await readers.each((db) => verifyMembers(db, tenantId))),
    );
  } else notCompared.push("status", "members");
  const deviations = [...broken, ...derived, ...headsFound].map((one) => ({ tenantId, ...one }));
  return { tenantId, events, deviations, holds, notCompared };
}
