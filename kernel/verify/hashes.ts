import { hash } from "node:crypto";

import type { StoredEvent } from "#kernel/contract/events/recorded.ts";

/** What a leaf covers, as it is stored: also what was damaged has one. */
export type LeafFields = Readonly<{
  [Field in keyof StoredEvent]: StoredEvent[Field] extends number
    ? number
    : Extract<StoredEvent[Field], null> | string;
}>;

/** The hash of one event over its stored texts. The database computes the same. */
export const leafOf = (event: LeafFields): Buffer => hash("sha256", leafText(event), "buffer");

/** What is hashed: lengths are bytes in UTF-8. */
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
