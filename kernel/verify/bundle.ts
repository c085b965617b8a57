import type { TenantId } from "#kernel/contract/ids.ts";

import type { LeafFields } from "./hashes.ts";
import { keyIdOf } from "./signed-head.ts";

// A bundle is a text of lines, each one JSON object: what it is of, the signed checkpoints, the keys that signed them,
// the events, and a manifest. All of it follows from the log and from its last checkpoint, so that two bundles of one
// size are the same byte for byte. docs/audit.md describes it for who has nothing else.

const FORMAT = "tillbook-bundle-v1";

const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** `size`: all events from the first to the one of this number. */
export const headLine = (tenantId: TenantId, size: number): string =>
  line({ kind: "bundle", format: FORMAT, tenantId, size });

export const checkpointLine = (note: string): string => line({ kind: "checkpoint", note });

export const keyLine = (raw: Buffer): string =>
  line({ kind: "key", keyId: keyIdOf(raw), publicKey: raw.toString("base64") });

/** `data`, `meta` and `effects` are texts, as they were stored and hashed. The tenant is that of the bundle. */
export function eventLine(event: LeafFields & Readonly<{ chain: Buffer }>): string {
  const { seq, streamId, streamVersion, streamType, type, schemaV, commandId, commandIx } = event;
  const { actorId, recordedMs, occurredMs, data, meta, effects, chain } = event;
  return line({
    kind: "event",
    seq,
    streamId,
    streamVersion,
    streamType,
    type,
    schemaV,
    commandId,
    commandIx,
    actorId,
    recordedMs,
    occurredMs,
    data,
    meta,
    effects,
    chain: chain.toString("base64"),
  });
}

export type Manifest = Readonly<{
  checkpoints: number;
  keys: number;
  events: number;
  /** Of every byte in front of the manifest, in hex. */
  sha256: string;
}>;

/** The last line: a bundle without it was cut off. */
export const manifestLine = (manifest: Manifest): string => line({ kind: "manifest", ...manifest });
