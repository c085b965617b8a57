import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";
import type { LogDeviation } from "#kernel/verify/deviation.ts";
import { chainAfter, genesis, leafOf } from "#kernel/verify/hashes.ts";
import { emptyFrontier, type Frontier, frontierOf, grow, rootOf } from "#kernel/verify/merkle.ts";
import { type LoggedEvent, logPages } from "#kernel/verify/read-log.ts";
import type { SigningKeys } from "#kernel/verify/signed-head-keys.ts";
import { keyIdOf, noteHash, openSignedHead, signTreeHead } from "#kernel/verify/signed-head.ts";
import { rawPublicKey } from "#kernel/verify/signed-note.ts";

import {
  addSignedHead,
  type DueHead,
  readLast,
  type Refusal,
  type LastSignedHead,
} from "./signed-head-rows.ts";

export type SigningOptions = Readonly<{ keys: SigningKeys; clock: Clock }>;

/** The last signed event, or the reason for not signing. */
export type SigningResult = Readonly<{ treeSize: number }> | Readonly<{ refusal: Refusal }>;

/** Events per signature, so that a long history is not signed in one go. */
const MOST_EVENTS = 20_000;

/** Checks a log event by event from its last signed head towards its end, and signs what holds. */
export async function signTenant(
  db: Queryable,
  head: DueHead,
  options: SigningOptions,
): Promise<SigningResult> {
  const { tenantId } = head;
  const last = await readLast(db, tenantId);
  const walk = startWalk(tenantId, last, options.keys.publicKeys);
  if (!walk) {
    const treeSize = last?.treeSize ?? 0;
    const message = "the last signed head was not signed by this installation";
    return { refusal: { tenantId, treeSize, seq: treeSize, kind: "signed-checkpoint", message } };
  }
  const treeSize = walk.frontier.size;
  const upTo = Math.min(head.seq, treeSize + MOST_EVENTS);
  for await (const events of logPages(db, tenantId, { after: treeSize, upTo })) {
    for (const event of events) step(walk, event);
    if (walk.broken) break;
  }
  finish(walk, head, upTo);
  if (walk.broken) return { refusal: { tenantId, treeSize, ...walk.broken } };
  if (upTo > treeSize) await sign(db, walk, options);
  return { treeSize: upTo };
}

type Walk = {
  readonly tenantId: TenantId;
  readonly frontier: Frontier;
  readonly previous: Buffer | null;
  chain: Buffer;
  broken: LogDeviation | undefined;
};

/** Starts at the first event, or at the last signed head if this installation signed it. */
function startWalk(
  tenantId: TenantId,
  last: LastSignedHead | undefined,
  publicKeys: readonly Buffer[],
): Walk | undefined {
  if (!last) {
    const [frontier, chain] = [emptyFrontier(), genesis(tenantId)];
    return { tenantId, frontier, previous: null, chain, broken: undefined };
  }
  const signed = openSignedHead(last.note, tenantId, publicKeys);
  const frontier = frontierOf(last.treeSize, last.frontier);
  if (signed?.treeSize !== last.treeSize || !frontier || !rootOf(frontier).equals(signed.root)) {
    return undefined;
  }
  const { chain } = signed;
  return { tenantId, frontier, previous: noteHash(last.note), chain, broken: undefined };
}

function step(walk: Walk, event: LoggedEvent): void {
  if (walk.broken) return;
  const { seq } = event;
  const expected = walk.frontier.size + 1;
  const leaf = leafOf(event);
  const chain = chainAfter(walk.chain, leaf);
  if (seq !== expected) {
    walk.broken = { seq: expected, kind: "gap", message: `event ${expected} is missing` };
  } else if (!leaf.equals(event.leaf)) {
    walk.broken = { seq, kind: "payload", message: "the event is not what was recorded" };
  } else if (!chain.equals(event.chain)) {
    const message = "does not continue the event before it";
    walk.broken = { seq, kind: "forked-history", message };
  } else {
    grow(walk.frontier, leaf);
    walk.chain = chain;
  }
}

/** The log must reach its last signed head and its own head, and the chains must agree. */
function finish(walk: Walk, { seq, chain }: DueHead, upTo: number): void {
  const { size } = walk.frontier;
  const at = size + 1;
  if (walk.broken) return;
  if (seq < size) {
    const message = `the log ends at ${seq} and was signed up to ${size}`;
    walk.broken = { seq: seq + 1, kind: "cut-tail", message };
  } else if (size < upTo) {
    walk.broken = { seq: at, kind: "gap", message: `event ${at} is missing` };
  } else if (size === seq && !chain.equals(walk.chain)) {
    walk.broken = { seq, kind: "head", message: "the head has another chain" };
  }
}

async function sign(db: Queryable, walk: Walk, { keys, clock }: SigningOptions): Promise<void> {
  const { tenantId, frontier, previous, chain } = walk;
  const root = rootOf(frontier);
  const treeSize = frontier.size;
  const checkpoint = { tenantId, treeSize, root, chain, signedMs: clock(), previous };
  const note = signTreeHead(checkpoint, keys.signing);
  const keyId = keyIdOf(rawPublicKey(keys.signing));
  await addSignedHead(db, { ...checkpoint, note, keyId, frontier });
}
