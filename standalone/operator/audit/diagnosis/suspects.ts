import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";
import { type LogDeviation, NOT_AS_RECORDED } from "#kernel/verify/deviation.ts";
import { type LoggedEvent, rowsAfter } from "#kernel/verify/read-log.ts";

import { findChange } from "./find-change.ts";
import { leafAt, type Suspect } from "./walk.ts";

/** At most this many events are searched for the change; each takes up to a second. */
const MOST_EXPLAINED = 20;
/** At most this many rows are compared in pairs. */
const MOST_MOVED = 300;

/**
 * Reports, for each row that does not match its leaf, whether it was moved or what was changed in
 * it.
 */
export async function explainSuspects(
  db: Queryable,
  tenantId: TenantId,
  suspects: readonly Suspect[],
): Promise<LogDeviation[]> {
  const moved = movedRows(suspects.slice(0, MOST_MOVED));
  const changed = suspects.filter(({ row }) => !moved.has(row.seq));
  const found: LogDeviation[] = [...moved.values()];
  for (const [index, { row, wasSeq, before }] of changed.entries()) {
    const { seq } = row;
    if (index >= MOST_EXPLAINED) {
      found.push({ seq, kind: "payload", message: NOT_AS_RECORDED });
      continue;
    }
    const after = await rowAfter(db, tenantId, seq);
    const actors = await actorsAround(db, tenantId, seq);
    found.push({ seq, ...findChange({ row, wasSeq, before, after, actors }) });
  }
  return found;
}

/** Rows that match the leaf of another number, whether their own leaf moved with them or not. */
function movedRows(suspects: readonly Suspect[]): Map<number, LogDeviation> {
  const leaves = new Set(suspects.map(({ row }) => row.leaf.toString("hex")));
  const moved = new Map<number, LogDeviation>();
  for (const { row } of suspects) {
    const from = suspects.find(
      (other) => other.row.seq !== row.seq && leaves.has(leafAt(row, other.wasSeq).toString("hex")),
    );
    if (!from) continue;
    const message = `event ${from.wasSeq} has its place`;
    moved.set(row.seq, { seq: row.seq, kind: "order", message });
  }
  return moved;
}

async function rowAfter(
  db: Queryable,
  tenantId: TenantId,
  seq: number,
): Promise<LoggedEvent | undefined> {
  for await (const row of rowsAfter(db, tenantId, seq)) return row;
  return undefined;
}

const AROUND = 1000;

async function actorsAround(
  db: Queryable,
  tenantId: TenantId,
  seq: number,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ actor_id: string }>(
    `select distinct actor_id from es.events
      where tenant_id = $1 and seq between $2 and $3 and seq <> $4`,
    [tenantId, seq - AROUND, seq + AROUND, seq],
  );
  return rows.map((row) => row.actor_id);
}
