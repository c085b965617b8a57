import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";
import type { Found } from "#kernel/verify/deviation.ts";
import { type LoggedEvent, leafAt, rowsBehind } from "#kernel/verify/read-log.ts";

import { findChange } from "./find-change.ts";
import type { Suspect } from "./walk.ts";

/** Of so many changed events it is tried what of them was changed: a log that is broken all over is no riddle. */
const MOST_RIDDLES = 20;
/** Places are compared each with each. */
const MOST_MOVED = 300;

/** What became of the rows that are not what their leaves say. */
export async function resolve(
  db: Queryable,
  tenantId: TenantId,
  suspects: readonly Suspect[],
): Promise<Found[]> {
  const moved = movedRows(suspects.slice(0, MOST_MOVED));
  const changed = suspects.filter(({ row }) => !moved.has(row.seq));
  const found: Found[] = [...moved.values()];
  for (const [index, { row, wasSeq, before }] of changed.entries()) {
    const { seq } = row;
    if (index >= MOST_RIDDLES) {
      found.push({ seq, kind: "payload", message: "the event is not what was recorded" });
      continue;
    }
    const after = await rowBehind(db, tenantId, seq);
    const actors = await actorsAround(db, tenantId, seq);
    found.push({ seq, ...findChange({ row, wasSeq, before, after, actors }) });
  }
  return found;
}

/** Rows that are what another one's leaf says, with their own leaf or without it. */
function movedRows(suspects: readonly Suspect[]): Map<number, Found> {
  const leaves = new Set(suspects.map(({ row }) => row.leaf.toString("hex")));
  const moved = new Map<number, Found>();
  for (const { row } of suspects) {
    const from = suspects.find(
      (other) => other.row.seq !== row.seq && leaves.has(leafAt(row, other.wasSeq).toString("hex")),
    );
    if (!from) continue;
    const message = `event ${from.wasSeq} stands here`;
    moved.set(row.seq, { seq: row.seq, kind: "order", message });
  }
  return moved;
}

async function rowBehind(
  db: Queryable,
  tenantId: TenantId,
  seq: number,
): Promise<LoggedEvent | undefined> {
  for await (const row of rowsBehind(db, tenantId, seq)) return row;
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
