import { createHash } from "node:crypto";

import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { checkpointLine, eventLine, headLine, keyLine, manifestLine } from "./bundle.ts";
import { chainAfter, genesis, leafOf } from "./hashes.ts";
import { emptyFrontier, grow, rootOf } from "./merkle.ts";
import { type LoggedEvent, logPages } from "./read-log.ts";
import { DoesNotHold, keysNamed, notesUpTo, type SignedNote } from "./stored-heads.ts";

type Bundling = Readonly<{
  /** Up to here. */
  signed: SignedNote;
  publicKeys: readonly Buffer[];
  onEvents?: (events: number) => void;
}>;

/**
 * The lines of a bundle, as fast as they are taken. Every hash is computed on the way: where the log does not hold, a
 * `DoesNotHold` takes the place of the manifest.
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

type Counts = { checkpoints: number; keys: number; events: number };

async function* partsOf(
  db: Queryable,
  { signed, publicKeys, onEvents }: Bundling,
  counts: Counts,
): AsyncGenerator<string> {
  const { tenantId, treeSize } = signed;
  yield headLine(tenantId, treeSize);
  const used = new Set<string>();
  for await (const { note, keyId } of notesUpTo(db, signed, publicKeys)) {
    used.add(keyId);
    counts.checkpoints += 1;
    yield checkpointLine(note);
  }
  const keys = keysNamed(used, publicKeys);
  counts.keys = keys.length;
  yield keys.map(keyLine).join("");
  const check = startCheck(signed);
  for await (const events of logPages(db, tenantId, { after: 0, upTo: treeSize })) {
    for (const event of events) check.take(event);
    counts.events += events.length;
    onEvents?.(events.length);
    yield events.map(eventLine).join("");
  }
  check.end();
}

/** The log is what was signed, event by event and as a whole. */
function startCheck({ tenantId, treeSize, root }: SignedNote) {
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
