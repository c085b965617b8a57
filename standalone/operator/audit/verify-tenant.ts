import type { TenantId } from "#kernel/contract/ids.ts";
import type { Deviation, LogDeviation } from "#kernel/verify/deviation.ts";
import type { Readers } from "#kernel/verify/verify-log.ts";
import { verifySigned } from "#kernel/verify/verify-signed.ts";

import { diagnose } from "./diagnosis/diagnose.ts";
import { verifyMembers, verifyStatus } from "./write-model/members.ts";
import { verifySnapshots } from "./write-model/snapshots.ts";
import { createMoved } from "./write-model/stock-and-counters.ts";

export type Verified = Readonly<{
  tenantId: TenantId;
  events: number;
  deviations: Deviation[];
  /** Whether the log is what was recorded: what follows from it is to be compared with it. */
  holds: boolean;
  notCompared: Followed[];
}>;

/** What follows from a log, besides read models. */
type Followed = "snapshots" | "status" | "members";

export type Verifying = Readonly<{
  publicKeys: readonly Buffer[];
  onEvents: (events: number) => void;
}>;

/**
 * One tenant's log, what was signed of it, and what the write model and the accounts keep of it. What follows from
 * the log is compared where the log holds: of one that does not, nobody can tell what follows, and that is told.
 */
export async function verifyTenant(
  readers: Readers,
  tenantId: TenantId,
  { publicKeys, onEvents }: Verifying,
): Promise<Verified> {
  const moved = createMoved();
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
