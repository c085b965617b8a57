import { createHash } from "node:crypto";

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The chain before a tenant's first event. */
export const genesis = (tenantId: string): Buffer => sha256(`pos.genesis.v1|${tenantId}`);

export const chainAfter = (previous: Uint8Array, leaf: Uint8Array): Buffer =>
  sha256(previous, leaf);
