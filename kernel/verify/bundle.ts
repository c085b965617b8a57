import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { type LeafFields, chainAfter, genesis, leafOf } from "./hashes.ts";
import { emptyFrontier, grow, rootOf } from "./merkle.ts";
import { type LoggedEvent, logPages } from "./read-log.ts";
import { keyIdOf } from "./signed-head.ts";
import { DoesNotHold, keysNamed, storedHeadsUpTo, type StoredHead } from "./stored-heads.ts";

// A bundle is a text of JSON lines: its header, the signed heads, the keys that signed them, the
// events, and a manifest. All of it follows from the log and its last signed head, so two bundles
// of one size are the same byte for byte. The format is described in docs/audit.md for authors of
// other verifiers.

const FORMAT = "tillbook-bundle-v1";

const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** `size`: the number of events, all from the first. */
const headLine = (tenantId: TenantId, size: number): string =>
  line({ kind: "bundle", format: FORMAT, tenantId, size });

const signedHeadLine = (note: string): string => line({ kind: "checkpoint", note });

const keyLine = (raw: Buffer): string =>
  line({ kind: "key", keyId: keyIdOf(raw), publicKey: raw.toString("base64") });

/**
 * `data`, `meta` and `effects` are the stored and hashed texts. The tenant is named in the header.
 */
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
  /** SHA-256 of every byte before the manifest, in hex. */
  sha256: string;
}>;

/** The last line: a bundle without it is incomplete. */
const manifestLine = (manifest: Manifest): string => line({ kind: "manifest", ...manifest });

type Bundling = Readonly<{
  /** The last signed head in the bundle. */
  signed: StoredHead;
  publicKeys: readonly Buffer[];
  onEvents?: (events: number) => void;
}>;

/**
 * Yields the lines of a bundle and checks every hash on the way. If the log does not hold, it
 * throws `DoesNotHold` before the manifest.
 */
export async function* bundleLines(db: Queryable, bundling: Bundling): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const counts = { checkpoints: 0, keys: 0, events: 0 };
  for await (const lines of partsOf(db, bundling, counts)) {
    hash.update(lines);
    yield lines;
  }
  yield manifestLine({ ...counts, sha256: hash.digest("hex") });
}

/** Events per turn of the event loop: less than a millisecond. */
const PART = 20;

type Counts = { checkpoints: number; keys: number; events: number };

async function* partsOf(
  db: Queryable,
  { signed, publicKeys, onEvents }: Bundling,
  counts: Counts,
): AsyncGenerator<string> {
  const { tenantId, treeSize } = signed;
  yield headLine(tenantId, treeSize);
  const used = new Set<string>();
  for await (const { note, keyId } of storedHeadsUpTo(db, signed, publicKeys)) {
    used.add(keyId);
    counts.checkpoints += 1;
    yield signedHeadLine(note);
  }
  const keys = keysNamed(used, publicKeys);
  counts.keys = keys.length;
  yield keys.map(keyLine).join("");
  const check = startCheck(signed);
  for await (const events of logPages(db, tenantId, { after: 0, upTo: treeSize })) {
    for (let from = 0; from < events.length; from += PART) {
      const part = events.slice(from, from + PART);
      for (const event of part) check.take(event);
      counts.events += part.length;
      onEvents?.(part.length);
      yield part.map(eventLine).join("");
      await nextTurn();
    }
  }
  check.end();
}

/** Checks each event and, at the end, the root against the signed head. */
function startCheck({ tenantId, treeSize, root }: StoredHead) {
  const frontier = emptyFrontier();
  let chain = genesis(tenantId);
  const refuse = (seq: number, message: string): never => {
    throw new DoesNotHold(`${tenantId}  seq ${seq}  ${message}`);
  };
  return {
    take: (event: LoggedEvent): void => {
      const leaf = leafOf(event);
      chain = chainAfter(chain, leaf);
      if (event.seq !== frontier.size + 1) refuse(frontier.size + 1, "gap  the event is missing");
      if (!chain.equals(event.chain)) refuse(event.seq, "payload  is not what was recorded");
      grow(frontier, leaf);
    },
    end: (): void => {
      if (frontier.size < treeSize) refuse(frontier.size + 1, "cut-tail  the event is missing");
      if (!rootOf(frontier).equals(root)) refuse(treeSize, "forked-history  is another");
    },
  };
}
