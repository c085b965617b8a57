import type { TenantId } from "#kernel/contract/ids.ts";

import { createWitness, readSigned } from "./check-signed-heads.ts";
import type { Found } from "./deviation.ts";
import { type LogVerified, type Readers, verifyLog, type Watching } from "./verify-log.ts";

export type SignedVerified = Omit<LogVerified, "found"> &
  Readonly<{
    /** Of the log: in itself, and where it holds in itself, against what was signed of it. */
    found: readonly Found[];
    /** Of what was signed. */
    unsigned: readonly Found[];
    /** Up to which event it is signed; 0 where nothing is. */
    signedTo: number;
  }>;

/** One tenant's log, every hash of it, and what was signed of it. */
export async function verifySigned(
  readers: Readers,
  tenantId: TenantId,
  { publicKeys, onRange, onEvents }: Watching & Readonly<{ publicKeys: readonly Buffer[] }>,
): Promise<SignedVerified> {
  const { signed, found: unsigned } = await readers.each((db) =>
    readSigned(db, tenantId, publicKeys),
  );
  const witness = createWitness(signed);
  const { head, events, found } = await verifyLog(readers, tenantId, {
    ...(onEvents && { onEvents }),
    onRange: (range) => {
      witness.take(range);
      onRange?.(range);
    },
  });
  return {
    head,
    events,
    found: found.length === 0 ? witness.found() : found,
    unsigned,
    signedTo: Math.max(0, ...signed.map(({ treeSize }) => treeSize)),
  };
}
