import { createHash } from "node:crypto";

import type { StoredEvent } from "#kernel/contract/events/recorded.ts";

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The chain before a tenant's first event. */
export const genesis = (tenantId: string): Buffer => sha256(`pos.genesis.v1|${tenantId}`);

/** The hash of one event over its stored texts: lengths are bytes in UTF-8. The database computes the same. */
export function leafOf(event: StoredEvent): Buffer {
  const effects = event.effects ?? "";
  return sha256(
    [
      "pos.leaf.v1",
      event.tenantId,
      event.seq,
      event.streamId,
      event.streamVersion,
      event.streamType,
      event.type,
      event.schemaV,
      event.commandId,
      event.commandIx,
      event.actorId,
      event.recordedMs,
      event.occurredMs,
      Buffer.byteLength(event.data),
      event.data,
      Buffer.byteLength(event.meta),
      event.meta,
      Buffer.byteLength(effects),
      effects,
    ].join("|"),
  );
}

export const chainAfter = (previous: Uint8Array, leaf: Uint8Array): Buffer =>
  sha256(previous, leaf);
