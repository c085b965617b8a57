import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";
import type { Found } from "#kernel/verify/deviation.ts";
import { genesis } from "#kernel/verify/hashes.ts";

import { missing, settleUnlinked, type Walk } from "./walk.ts";

/** What a log says of its own end. */
export type LogHead = Readonly<{ seq: number; chain: Buffer; lastMs: number; status: number }>;

export async function readHead(db: Queryable, tenantId: TenantId): Promise<LogHead | undefined> {
  const { rows } = await db.query<LogHead>(
    `select seq, chain, last_ms as "lastMs", status from es.tenant_heads where tenant_id = $1`,
    [tenantId],
  );
  return rows[0];
}

/** What the end of the log and its head say of each other. */
export function compareHead(walk: Walk, head: LogHead | undefined): Found[] {
  if (!head) return [{ seq: walk.seq, kind: "head", message: "the tenant has no head" }];
  const isTold = settleLast(walk, head);
  const chain = walk.before.at(-1)?.chain ?? genesis(walk.tenantId);
  const isSame = head.chain.equals(chain);
  // Where rows were put in or taken out, the head may be right and the numbers wrong.
  const isAtEnd = head.seq === walk.seq || head.seq === walk.seq - walk.shift;
  if (isAtEnd && (isSame || isTold)) return compareTime(walk, head);
  return isAtEnd
    ? [{ seq: walk.seq, kind: "head", message: "the head has another chain" }]
    : otherEnd(walk, head, isSame);
}

function otherEnd(walk: Walk, head: LogHead, isSame: boolean): Found[] {
  const { seq } = walk;
  if (isSame) return [{ seq, kind: "head", message: `the head says ${head.seq}` }];
  if (head.seq < seq) return rowsBeyond(walk, head);
  return [{ seq: seq + 1, kind: "cut-tail", message: missing(seq + 1, head.seq) }];
}

/** Whether it was told already that the last row is not what it was: then its chain says nothing of the head. */
function settleLast(walk: Walk, head: LogHead): boolean {
  const { unlinked } = walk;
  if (unlinked && head.chain.equals(unlinked.chain)) {
    const message = "its chain is not what was recorded";
    walk.found.push({ seq: unlinked.seq, kind: "metadata", message });
    walk.unlinked = undefined;
    return true;
  }
  settleUnlinked(walk);
  return !walk.isSure;
}

/** Behind a head that is right nobody has recorded anything. */
function rowsBeyond(walk: Walk, head: LogHead): Found[] {
  if (!walk.chainAtHead?.equals(head.chain)) {
    return [{ seq: walk.seq, kind: "head", message: `the head says ${head.seq}` }];
  }
  const isWithin = ({ seq }: { seq: number }): boolean => seq <= head.seq;
  walk.found.splice(0, Infinity, ...walk.found.filter(isWithin));
  walk.suspects.splice(0, Infinity, ...walk.suspects.filter(({ row }) => isWithin(row)));
  for (const seq of walk.beyond) walk.extra.add(seq);
  return [];
}

function compareTime(walk: Walk, { lastMs }: LogHead): Found[] {
  const recordedMs = walk.before.at(-1)?.recordedMs ?? 0;
  if (lastMs >= recordedMs || !walk.isSure) return [];
  return [{ seq: walk.seq, kind: "head", message: "the head is older than the last event" }];
}
