import type { TenantId } from "#kernel/contract/ids.ts";

import { checkSignedHeads, createWitness } from "./check-signed-heads.ts";
import type { LogDeviation } from "./deviation.ts";
import { type VerifiedLog, type Readers, verifyLog, type VerifyLogOptions } from "./verify-log.ts";

export type VerifiedSignedLog = Omit<VerifiedLog, "found"> &
  Readonly<{
    /** Deviations of the log from its own hashes; if these hold, from its signed heads. */
    found: readonly LogDeviation[];
    /** Deviations of the signed heads themselves. */
    headsFound: readonly LogDeviation[];
    /** The last signed event; 0 if there is none. */
    signedTo: number;
  }>;

/** Verifies one tenant's log and its signed heads. */
export async function verifySigned(
  readers: Readers,
  tenantId: TenantId,
  {
    publicKeys,
    onRange,
    ...options
  }: VerifyLogOptions & Readonly<{ publicKeys: readonly Buffer[] }>,
): Promise<VerifiedSignedLog> {
  const { signed, found: headsFound } = await readers.each((db) =>
    checkSignedHeads(db, tenantId, publicKeys),
  );
  const witness = createWitness(signed);
  const { head, events, found } = await verifyLog(readers, tenantId, {
    ...options,
    onRange: (range) => {
      witness.take(range);
      onRange?.(range);
    },
  });
  return {
    head,
    events,
    found: found.length === 0 ? witness.found() : found,
    headsFound,
    signedTo: Math.max(0, ...signed.map(({ treeSize }) => treeSize)),
  };
}
