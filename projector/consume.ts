import { setImmediate as nextTurn } from "node:timers/promises";

import { parseApplied } from "#kernel/contract/events/catalogue.ts";
import type { StoredToApply } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { mapInParts } from "#kernel/node/in-parts.ts";
import { inTransaction, type Pool, type PoolClient } from "#kernel/node/postgres/connections.ts";

import { type RowWrite, toRowWrites, writeRows } from "./apply-row-changes.ts";
import {
  addCheckpoints,
  advance,
  type Checkpoints,
  lockCheckpoints,
  lowest,
  type Reached,
  type Scope,
} from "./checkpoints.ts";
import { beginTenantWrite } from "./database.ts";
import { fold, type FoldedRow } from "./fold.ts";
import { loadKeys } from "./open-sealed.ts";
import type { Projection } from "./projections/projection.ts";
import { measureBatch } from "./projector-metrics.ts";

export type ConsumeOptions = Readonly<{
  pool: Pool;
  dataKey: Buffer;
  isShadow?: boolean;
}>;

/** Returns the events after the checkpoints: for each tenant in order and without a gap. */
export type Source = (
  client: PoolClient,
  checkpoints: Checkpoints,
) => Promise<readonly StoredToApply[]>;

/**
 * One step of the consume loop. Rows and checkpoints change in one transaction, so each event takes
 * effect once, however often and in whatever order it is delivered.
 */
export async function consume(
  options: ConsumeOptions,
  scope: Scope,
  source: Source,
): Promise<Reached> {
  for (;;) {
    const reached = await inTenants(options, scope, (client) =>
      apply(client, options, scope, source),
    );
    if (reached) return reached;
    await inTenants(options, scope, (client) => addCheckpoints(client, scope));
  }
}

const inTenants = <Result>(
  { pool, isShadow }: ConsumeOptions,
  { tenantIds }: Scope,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> =>
  inTransaction(pool, async (client) => {
    await beginTenantWrite(client, { tenantIds, isShadow });
    return work(client);
  });

/** Undefined if checkpoints must be added first. */
async function apply(
  client: PoolClient,
  { dataKey, isShadow }: ConsumeOptions,
  scope: Scope,
  source: Source,
): Promise<Reached | undefined> {
  const startedAt = performance.now();
  const checkpoints = await lockCheckpoints(client, scope);
  if (checkpoints === undefined) return undefined;
  if (checkpoints.size === 0) return new Map();
  const stored = await source(client, checkpoints);
  if (stored.length === 0) return new Map();
  refuseGaps(stored, checkpoints);

  const openFor = await loadKeys(client, dataKey, stored);
  const events = await mapInParts(stored, parseApplied);
  await project(client, scope.projections, (projection) =>
    fold(projection, events, checkpoints, openFor),
  );
  const reached = lastOf(stored);
  await advance(client, checkpoints, reached);
  if (isShadow !== true) await announce(client, reached);
  measureBatch(events.length, performance.now() - startedAt);
  return reached;
}

/** The other projections are folded while the database writes the rows of the first. */
async function project(
  client: PoolClient,
  [first, ...others]: readonly Projection[],
  rowsOf: (projection: Projection) => readonly FoldedRow[],
): Promise<void> {
  if (!first) return;
  const writing = writeRows(client, toRowWrites(first.table, rowsOf(first)));
  writing.catch(() => undefined); // The error is rethrown below, after the others are folded.
  const writes: RowWrite[] = [];
  try {
    for (const projection of others) {
      await nextTurn(); // Lets the socket send what is still buffered.
      writes.push(...toRowWrites(projection.table, rowsOf(projection)));
    }
  } finally {
    await writing;
  }
  await writeRows(client, writes);
}

/** Throws at a gap in the log itself. A gap must stop its tenant and is never skipped. */
function refuseGaps(events: readonly StoredToApply[], checkpoints: Checkpoints): void {
  const last = new Map<TenantId, number>();
  for (const { tenantId, seq } of events) {
    const before = last.get(tenantId) ?? lowest(checkpoints.get(tenantId) ?? new Map());
    if (seq !== before + 1) throw new Error(`event ${before + 1} is missing, ${seq} came instead`);
    last.set(tenantId, seq);
  }
}

function lastOf(events: readonly StoredToApply[]): Reached {
  return new Map(events.map(({ tenantId, seq }) => [tenantId, seq]));
}

/** Limited because the payload of a notice holds 8,000 bytes. */
const TENANTS_A_NOTICE = 100;

/** Wakes the readers that wait for one of these tenants. */
export async function announce(client: PoolClient, reached: Reached): Promise<void> {
  const notices = [...reached].map(([tenantId, seq]) => `${tenantId}:${seq}`);
  const payloads = [];
  for (let i = 0; i < notices.length; i += TENANTS_A_NOTICE) {
    payloads.push(notices.slice(i, i + TENANTS_A_NOTICE).join(","));
  }
  await client.query({
    name: "announce",
    text: "select pg_notify('rm_done', n.payload) from unnest($1::text[]) n(payload)",
    values: [payloads],
  });
}
