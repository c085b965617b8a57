import { setTimeout as delay } from "node:timers/promises";

import type { TenantId } from "#kernel/contract/ids.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { inTransaction, isTransient } from "#kernel/node/postgres/connections.ts";

import { lockCheckpoints, type Reached, type Scope } from "./checkpoints.ts";
import { announce, consume, type ConsumeOptions, type Source } from "./consume.ts";
import { beginTenantWrite } from "./database.ts";
import type { Projection } from "./projections/projection.ts";
import { readLog } from "./read-log.ts";
import { BATCH, fromLog } from "./sources.ts";

export type Parking = ConsumeOptions & Readonly<{ log: Log; nowMs: () => number }>;

const TRIES = 3;
const PAUSE_MS = 20;

/**
 * Runs one step of the consume loop; an event that cannot be applied does not stop it. If the
 * batch fails, each of its tenants is retried alone, and then each projection of a failing tenant.
 * Transient errors are rethrown for the caller to retry.
 */
export async function consumeOrPark(
  parking: Parking,
  scope: Scope,
  source: Source,
): Promise<Reached> {
  const outcome = await attempt(() => consume(parking, scope, source));
  if ("reached" in outcome) return outcome.reached;

  // Tenants without a failing event come first.
  const reached = new Map<TenantId, number>();
  const failing: TenantId[] = [];
  for (const tenantId of scope.tenantIds) {
    const alone = { tenantIds: [tenantId], projections: scope.projections };
    const its = await attempt(() => consume(parking, alone, fromLog()));
    if ("cause" in its) failing.push(tenantId);
    else for (const [id, seq] of its.reached) reached.set(id, seq);
  }
  for (const tenantId of failing) {
    let known: number | undefined;
    for (const projection of scope.projections) {
      known = (await consumeToPoison(parking, { tenantId, projection, known })) ?? known;
    }
  }
  return reached;
}

type ToPoison = Readonly<{
  tenantId: TenantId;
  projection: Projection;
  /** The event that has parked another projection of this tenant: it is not tried again and again. */
  known?: number | undefined;
}>;

/**
 * Brings one projection of one tenant to the end of the log, or parks it at the event that fails,
 * whose number it returns. Meanwhile other tenants of the same loop wait, so it takes few steps.
 */
async function consumeToPoison(
  parking: Parking,
  { tenantId, projection, known }: ToPoison,
): Promise<number | undefined> {
  const scope = { tenantIds: [tenantId], projections: [projection] };
  const isBefore = known !== undefined && (await consumeBefore(parking, scope, known));
  let size = isBefore ? 1 : BATCH;
  let failures = 0;
  for (;;) {
    const events = watched(fromLog(size));
    const outcome = await attempt(() => consume(parking, scope, events.source));
    const { count, first } = events.read();
    if ("reached" in outcome) {
      if (outcome.reached.size === 0) return undefined;
      size = Math.min(size * 2, BATCH);
      failures = 0;
    } else if (count > 1) {
      size = Math.floor(count / 2);
    } else {
      failures += 1;
      if (failures === TRIES || (first !== undefined && first === known)) {
        return park(parking, { tenantId, projection, cause: outcome.cause });
      }
      await delay(PAUSE_MS);
    }
  }
}

/** Applies what comes before an event. False if that fails, too. */
async function consumeBefore(parking: Parking, scope: Scope, seq: number): Promise<boolean> {
  const source: Source = async (client, checkpoints) =>
    (await readLog(client, checkpoints, BATCH)).filter((event) => event.seq < seq);
  for (;;) {
    const outcome = await attempt(() => consume(parking, scope, source));
    if ("cause" in outcome) return false;
    if (outcome.reached.size === 0) return true;
  }
}

/** Tells what a source returned last: how many events, and the number of the first. */
function watched(source: Source) {
  let last: readonly Readonly<{ seq: number }>[] = [];
  return {
    source: (async (client, checkpoints) => {
      const events = await source(client, checkpoints);
      last = events;
      return events;
    }) satisfies Source,
    read: () => ({ count: last.length, first: last[0]?.seq }),
  };
}

type Outcome = Readonly<{ reached: Reached } | { cause: unknown }>;

async function attempt(step: () => Promise<Reached>): Promise<Outcome> {
  try {
    return { reached: await step() };
  } catch (cause) {
    if (isTransient(cause)) throw cause;
    return { cause };
  }
}

type Poison = Readonly<{ tenantId: TenantId; projection: Projection; cause: unknown }>;

/** Returns the number of the event; undefined if it is no longer there to be applied. */
function park(
  parking: Parking,
  { tenantId, projection, cause }: Poison,
): Promise<number | undefined> {
  const scope = { tenantIds: [tenantId], projections: [projection] };
  return inTransaction(parking.pool, async (client) => {
    await beginTenantWrite(client, { tenantIds: [tenantId], isShadow: parking.isShadow });
    const checkpoints = await lockCheckpoints(client, scope);
    const [event] = checkpoints ? await readLog(client, checkpoints, 1) : [];
    if (!event) return undefined;
    await client.query(
      `insert into rm.projection_parked (tenant_id, projection, seq, event_type, error, parked_ms)
       values ($1, $2, $3, $4, $5, $6)`,
      [tenantId, projection.name, event.seq, event.type, messageOf(cause), parking.nowMs()],
    );
    await announce(client, new Map([[tenantId, event.seq]]));
    parking.log.error(
      { tenantId, projection: projection.name, seq: event.seq, type: event.type, err: cause },
      "projection parked: it cannot apply this event",
    );
    return event.seq;
  });
}

const LONGEST_MESSAGE = 500;

/** Postgres cannot store NUL, and the message may quote an event that contains one. */
const messageOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause))
    .replaceAll("\u0000", "")
    .slice(0, LONGEST_MESSAGE);

/** Lets a parked projection retry, and catches it up. */
export async function unpark(
  parking: Parking,
  tenantId: TenantId,
  projection: Projection,
): Promise<void> {
  await inTransaction(parking.pool, async (client) => {
    await beginTenantWrite(client, { tenantIds: [tenantId], isShadow: parking.isShadow });
    await client.query(
      "delete from rm.projection_parked where tenant_id = $1 and projection = $2",
      [tenantId, projection.name],
    );
  });
  await consumeToPoison(parking, { tenantId, projection });
}
