import type { Deviation, Found } from "#command-api/event-store/verify/deviation.ts";
import { createMoved } from "#command-api/event-store/verify/moved.ts";
import { createWitness, readSigned } from "#command-api/event-store/verify/signed-checkpoints.ts";
import { type Readers, verifyLog } from "#command-api/event-store/verify/verify-log.ts";
import { verifyMembers, verifyStatus } from "#command-api/verify-members.ts";
import { verifySnapshots } from "#command-api/verify-snapshots.ts";
import type { TenantId } from "#kernel/contract/ids.ts";

export type Verified = Readonly<{ tenantId: TenantId; events: number; deviations: Deviation[] }>;

export type Verifying = Readonly<{
  publicKeys: readonly Buffer[];
  onEvents: (events: number) => void;
}>;

/**
 * One tenant's log, what was signed of it, and what the write model and the accounts keep of it. What follows from
 * the log is compared where the log holds: of one that does not, nobody can tell what follows.
 */
export async function verifyTenant(
  readers: Readers,
  tenantId: TenantId,
  { publicKeys, onEvents }: Verifying,
): Promise<Verified> {
  const { signed, found } = await readSigned(readers.main, tenantId, publicKeys);
  const witness = createWitness(signed);
  const moved = createMoved();
  const { head, events, ...log } = await verifyLog(readers, tenantId, {
    onEvents,
    onRange: (range) => {
      witness.take(range);
      moved.take(range);
    },
  });
  const holds = log.found.length === 0 ? witness.found() : log.found;
  const all: Found[] = [...holds, ...found];
  if (head && holds.length === 0) {
    all.push(
      ...(await verifySnapshots(readers, tenantId)),
      ...(await moved.compare(readers.main, tenantId)),
    );
    if (all.length === found.length) {
      all.push(
        ...(await verifyStatus(readers.main, tenantId, head)),
        ...(await verifyMembers(readers.main, tenantId)),
      );
    }
  }
  return { tenantId, events, deviations: all.map((one) => ({ tenantId, ...one })) };
}
