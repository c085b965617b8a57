import { hash, createHash } from "node:crypto";

import type { StoredEvent } from "#kernel/contract/events/recorded.ts";

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** The chain before a tenant's first event. */
export const genesis = (tenantId: string): Buffer => sha256(`pos.genesis.v1|${tenantId}`);

export const chainAfter = (previous: Uint8Array, leaf: Uint8Array): Buffer =>
  sha256(previous, leaf);

/** The stored fields that a leaf covers. They may be damaged, so their types are loose. */
export type LeafFields = Readonly<{
  [Field in keyof StoredEvent]: StoredEvent[Field] extends number
    ? number
    : Extract<StoredEvent[Field], null> | string;
}>;

/** The hash of one event over its stored texts. The append computes the same. */
export const leafOf = (event: LeafFields): Buffer => hash("sha256", leafText(event), "buffer");

/** The hashed text. Lengths are in bytes of UTF-8. */
export function leafText(event: LeafFields): string {
  const effects = event.effects ?? "";
  return [
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
  ].join("|");
}
