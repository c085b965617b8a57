import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";
import type { Found } from "#kernel/verify/deviation.ts";
import { type LoggedEvent, rowsBehind } from "#kernel/verify/read-log.ts";

import { compareHead, type LogHead } from "./compare-head.ts";
import { resolve } from "./resolve.ts";
import { MOST_SHIFTED, startWalk, step, type Walk } from "./walk.ts";

/** Of a log that does not hold from `firstBad` on: what exactly, row by row, every hash computed here. */
export async function examine(
  db: Queryable,
  tenantId: TenantId,
  { head, firstBad }: Readonly<{ head: LogHead | undefined; firstBad: number }>,
): Promise<Found[]> {
  const walk = startWalk(tenantId, await rowInFront(db, tenantId, firstBad), head?.seq);
  let held: LoggedEvent | undefined;
  // The rows in front of the first event that anybody recorded count too.
  for await (const row of rowsBehind(db, tenantId, walk.seq === 0 ? NONE : walk.seq)) {
    if (held) step(walk, held, row);
    held = row;
  }
  if (held) step(walk, held, undefined);
  const found = compareHead(walk, head);
  found.push(...(await resolve(db, tenantId, walk.suspects)), ...extraRows(walk));
  return [...walk.found, ...found].toSorted((a, b) => a.seq - b.seq);
}

const NONE = Number.MIN_SAFE_INTEGER;

const extraRows = ({ extra }: Walk): Found[] =>
  [...extra].map((seq) => ({ seq, kind: "extra-row", message: "nobody recorded this row" }));

/** Far enough in front of the first row that does not hold: it may be a row put in that is wrong. */
async function rowInFront(
  db: Queryable,
  tenantId: TenantId,
  firstBad: number,
): Promise<LoggedEvent | undefined> {
  const { rows } = await db.query<{ seq: number | null }>(
    "select max(seq) as seq from es.events where tenant_id = $1 and seq between 1 and $2",
    [tenantId, firstBad - 1 - MOST_SHIFTED],
  );
  const seq = rows[0]?.seq;
  if (typeof seq !== "number") return undefined;
  for await (const row of rowsBehind(db, tenantId, seq - 1)) return row;
  return undefined;
}
