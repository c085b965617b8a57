import { isDeepStrictEqual } from "node:util";

import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import type { CheckedRange } from "./check-range.ts";
import { type LogDeviation, missing } from "./deviation.ts";
import { emptyFrontier, type Frontier, frontierOf, growHashed, rootOf } from "./merkle.ts";
import { noteHash, openSignedHead, type SignedHead } from "./signed-head.ts";
import { type VerifiedLog, type Readers, verifyLog, type VerifyLogOptions } from "./verify-log.ts";

type Row = Readonly<{
  treeSize: number;
  root: Buffer;
  chain: Buffer;
  note: string;
  keyId: string;
  signedMs: number;
  frontier: Buffer[];
}>;

const PAGE = 500;

const PAGE_SQL = `
  select tree_size as "treeSize", root, chain, note, key_id as "keyId", signed_ms as "signedMs", frontier
    from audit.signed_checkpoints
   where tenant_id = $1 and tree_size > $2
   order by tree_size
   limit ${PAGE}`;

/**
 * A state of the log that the installation signed. It counts even if the database says otherwise.
 */
type SignedTree = Readonly<{ treeSize: number; root: Buffer; chain: Buffer }>;

export type CheckedHeads = Readonly<{
  signed: readonly SignedTree[];
  found: readonly LogDeviation[];
}>;

/** Checks each signed head of a log: its signature, its row and its link to the head before it. */
async function checkSignedHeads(
  db: Queryable,
  tenantId: TenantId,
  publicKeys: readonly Buffer[],
): Promise<CheckedHeads> {
  const signed: SignedTree[] = [];
  const found: LogDeviation[] = [];
  let previous: Buffer | null | undefined = null;
  for (let after = -1; ;) {
    const { rows } = await db.query<Row>(PAGE_SQL, [tenantId, after]);
    for (const row of rows) {
      const opened = openSignedHead(row.note, tenantId, publicKeys);
      const message = problemOf(row, opened, previous);
      if (message !== undefined) {
        found.push({ seq: row.treeSize, kind: "signed-checkpoint", message });
      }
      // The signed text counts, not the other columns of its row.
      if (opened) signed.push(opened);
      previous = opened && noteHash(row.note);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return { signed, found };
    after = last.treeSize;
  }
}

function problemOf(
  row: Row,
  opened: SignedHead | undefined,
  previous: Buffer | null | undefined,
): string | undefined {
  if (!opened) return "is not signed with a key of this installation";
  if (!isAsSigned(row, opened)) return "its row is not what was signed";
  // After a changed note the link cannot be checked.
  if (previous === undefined || isDeepStrictEqual(opened.previous, previous)) return undefined;
  return "does not follow the signed head before it: one was changed or removed";
}

function isAsSigned(row: Row, opened: SignedHead): boolean {
  const frontier = frontierOf(row.treeSize, row.frontier);
  return (
    frontier !== undefined &&
    rootOf(frontier).equals(opened.root) &&
    opened.root.equals(row.root) &&
    opened.chain.equals(row.chain) &&
    isDeepStrictEqual(
      [opened.treeSize, opened.keyId, opened.signedMs],
      [row.treeSize, row.keyId, row.signedMs],
    )
  );
}

/** Compares a log, range by range in order, with its signed heads. */
function createWitness(signed: readonly SignedTree[]) {
  const frontier: Frontier = emptyFrontier();
  let agreed = 0;
  let found: LogDeviation | undefined;
  const left = signed.toSorted((a, b) => a.treeSize - b.treeSize);

  return {
    take: ({ leafHashes }: Pick<CheckedRange, "leafHashes">): void => {
      if (left.length === 0 || found) return;
      for (let at = 0; at < leafHashes.length; at += HASH_BYTES) {
        growHashed(frontier, leafHashes.subarray(at, at + HASH_BYTES));
        for (; left[0]?.treeSize === frontier.size; left.shift()) {
          if (!found && !rootOf(frontier).equals(left[0].root)) found = forked(agreed, left[0]);
          if (!found) agreed = frontier.size;
        }
      }
    },
    /** To be asked for a log whose own hashes hold. */
    found: (): readonly LogDeviation[] => {
      if (found) return [found];
      const last = left.at(-1);
      if (!last) return [];
      const seq = frontier.size + 1;
      const message = `${missing(seq, last.treeSize)}: the log was signed up to there`;
      return [{ seq, kind: "cut-tail", message }];
    },
  };
}

const HASH_BYTES = 32;

const forked = (agreed: number, { treeSize }: SignedTree): LogDeviation => ({
  seq: agreed + 1,
  kind: "forked-history",
  message: `events ${agreed + 1} to ${treeSize} are not those that were signed`,
});

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
