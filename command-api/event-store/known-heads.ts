import { createHash } from "node:crypto";

import type { StreamId, TenantId } from "#kernel/contract/ids.ts";

import type { Assumed } from "./append.ts";
import type { Head } from "./load.ts";

/** Of a shop some hundred; a head has about a kilobyte. */
const MOST_HEADS = 20_000;

/** A head, and what the append compares to find out whether it is still the same. */
export type KnownHead = Readonly<{ head: Head; assumed: Assumed }>;

/**
 * The heads of products, shops and settings that this process used last. They may have changed since:
 * a command that is decided on them is accepted only if the append finds them unchanged. Stock moves
 * without a new snapshot, so the stock of these heads is a guess.
 */
export type KnownHeads = Readonly<{
  /** Undefined if one of them is not known. */
  recall: (tenantId: TenantId, streams: readonly StreamId[]) => readonly KnownHead[] | undefined;
  learn: (tenantId: TenantId, streams: readonly StreamId[], heads: readonly Head[]) => void;
  forget: (tenantId: TenantId, streams: readonly StreamId[]) => void;
}>;

export function createKnownHeads(most = MOST_HEADS): KnownHeads {
  // A Map keeps insertion order: its first key was used longest ago.
  const known = new Map<string, KnownHead>();
  const keep = (key: string, head: KnownHead): void => {
    known.delete(key);
    known.set(key, head);
  };
  return {
    recall(tenantId, streams) {
      const heads: KnownHead[] = [];
      for (const streamId of streams) {
        const key = tenantId + streamId;
        const head = known.get(key);
        if (!head) return undefined;
        keep(key, head);
        heads.push(head);
      }
      return heads;
    },
    learn(tenantId, streams, heads) {
      streams.forEach((streamId, index) => {
        const head = heads[index];
        if (head) keep(tenantId + streamId, { head, assumed: toAssumed(streamId, head) });
      });
      for (const oldest of known.keys()) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
    },
    forget(tenantId, streams) {
      for (const streamId of streams) known.delete(tenantId + streamId);
    },
  };
}

const toAssumed = (streamId: StreamId, { version, stateText }: Head): Assumed => ({
  streamId,
  version,
  stateHash: stateText === undefined ? undefined : createHash("sha256").update(stateText).digest(),
});
