import type { TenantId } from "#kernel/contract/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";
import { differences } from "#projector/compare-rows.ts";
import type { Projection } from "#projector/projections/projection.ts";

import { blame, type BlamedRow, type DifferingRows } from "./blame.ts";
import { clearReplayTables, inReplaySchema } from "./replay-tables.ts";
import { replay, type Replaying, type Targets } from "./replay.ts";

export type ComparedTenant = Readonly<{
  /** Rows that differ from those replayed from the log. */
  wrong: readonly BlamedRow[];
  /** The number of rows that later events changed after the requested position. */
  changedSince: number;
  /** Read models that are being rebuilt, or were reset meanwhile; they are not compared. */
  passedOver: readonly string[];
}>;

type CompareOptions = Readonly<{
  projections: readonly Projection[];
  /** Where to stop; by default at the checkpoints of the served rows. */
  to?: number | undefined;
  mostRows?: number;
}>;

const MOST_ROWS = 1000;

/** A tenant's rows are read by whole tables; the log is read by its key. */
const WHOLE_TABLES = "set local enable_indexscan = off; set local enable_hashjoin = on";
const BY_KEY = "set local enable_indexscan = on";

/**
 * Replays the rows of one tenant, then compares them with the served ones in one snapshot, in which
 * the replay is first brought to the checkpoints of the served rows.
 */
export async function compareTenant(
  replaying: Replaying,
  { projections, to, mostRows = MOST_ROWS }: CompareOptions,
): Promise<ComparedTenant> {
  const { client, tenantId } = replaying;
  const written = new Map<string, number>();
  const first = await livePositions(client, tenantId, projections);
  const reached = to === undefined ? first.at : noFurther(first.at, to);
  const start = noFurther(first.at, 0);
  await replay(replaying, projections, { from: start, to: reached, written });

  await client.query("begin transaction isolation level repeatable read");
  try {
    const live = await livePositions(client, tenantId, projections);
    if (to === undefined) {
      await replay(replaying, projections, { from: reached, to: live.at, written });
    }
    const isGone = ({ name }: Projection): boolean =>
      live.rebuilding.has(name) ||
      (to === undefined && (live.at.get(name) ?? 0) < (reached.get(name) ?? 0));
    const compared = projections.filter((projection) => !isGone(projection));
    await client.query(WHOLE_TABLES);
    const found: DifferingRows[] = [];
    for (const projection of compared) {
      const isBehind = (live.at.get(projection.name) ?? 0) < live.head;
      const comparing = { tenantId, isSealed: !replaying.dataKey, isBehind, most: mostRows };
      const rows = await differences(client, projection, inReplaySchema(projection), comparing);
      if (rows.length > 0) found.push({ projection, rows });
    }
    await client.query(BY_KEY);
    const passedOver = projections.filter(isGone).map(({ name }) => name);
    const upTo = Math.max(0, ...(to === undefined ? live.at : reached).values());
    const made = found.length > 0 ? await blame(replaying, found, { from: 0, to: upTo }) : [];
    const later = to === undefined ? [] : await changedLater(replaying, found, { to, live });
    const wrong = made.filter((row) => !later.includes(nameOf(row)));
    return { wrong, changedSince: made.length - wrong.length, passedOver };
  } finally {
    await client.query("rollback");
    await clearReplayTables(client, projections, written);
  }
}

const noFurther = (at: Targets, to: number): Targets =>
  new Map([...at].map(([name, seq]) => [name, Math.min(seq, to)]));

const nameOf = ({ projection, key }: Pick<BlamedRow, "projection" | "key">): string =>
  `${projection.name} ${JSON.stringify(key)}`;

/** Names of the rows whose difference is explained by events after the position. */
async function changedLater(
  replaying: Replaying,
  found: readonly DifferingRows[],
  { to, live }: Readonly<{ to: number; live: Live }>,
): Promise<readonly string[]> {
  const stretch = { from: to, to: Math.max(to, ...live.at.values()) };
  const later = found.length > 0 ? await blame(replaying, found, stretch) : [];
  return later.filter(({ by }) => by !== undefined).map(nameOf);
}

type Live = Readonly<{ at: Targets; head: number; rebuilding: ReadonlySet<string> }>;

/** The checkpoints of the served rows; 0 for a projection that has not begun. */
async function livePositions(
  client: PoolClient,
  tenantId: TenantId,
  projections: readonly Projection[],
): Promise<Live> {
  const names = projections.map(({ name }) => name);
  const { rows } = await client.query<{
    name: string;
    seq: number;
    head: number;
    isRebuilding: boolean;
  }>(
    `select n.name, coalesce(c.seq, 0) as seq, coalesce(h.seq, 0) as head,
            b.projection is not null as "isRebuilding"
       from unnest($2::text[]) n(name)
       left join rm.checkpoints c on c.tenant_id = $1 and c.projection = n.name
       left join es.tenant_heads h on h.tenant_id = $1
       left join rm.rebuilds b on b.projection = n.name`,
    [tenantId, names],
  );
  return {
    at: new Map(rows.map(({ name, seq }) => [name, seq])),
    head: rows[0]?.head ?? 0,
    rebuilding: new Set(rows.flatMap(({ name, isRebuilding }) => (isRebuilding ? [name] : []))),
  };
}
