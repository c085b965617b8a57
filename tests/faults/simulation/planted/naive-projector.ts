import { parseApplied } from "#kernel/contract/events/catalogue.ts";
import type { StoredEvent, StoredToApply } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { createPool, inTransaction, type PoolClient } from "#kernel/node/postgres/connections.ts";
import { repeatEvery } from "#kernel/node/time.ts";
import { toRowWrites, writeRows } from "#projector/apply-row-changes.ts";
import {
  addCheckpoints,
  advance,
  type Checkpoints,
  lockCheckpoints,
  lowest,
} from "#projector/checkpoints.ts";
import { announce, consume } from "#projector/consume.ts";
import { beginTenantWrite, PLANNER_SETTINGS } from "#projector/database.ts";
import { fold } from "#projector/fold.ts";
import { loadKeys } from "#projector/open-sealed.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import type { ProjectorOptions } from "#projector/projector.ts";
import { fromLog, highest } from "#projector/sources.ts";
import { SHOPS } from "#tests/faults/simulation/world.ts";

import type { ProjectorProcess } from "./planted.ts";

type Flaw = "checkpoint first" | "ignores gaps" | "applies repeats";

/** Rarely, so that it is the messages that are applied. */
const SWEEP_MS = 700;
const scope = { tenantIds: SHOPS, projections: PROJECTIONS };

/**
 * A projector of the product's own parts, put together with one classical mistake. Like the real
 * one it also reads the log, correctly, so that it catches up when a message is lost.
 */
export function createNaiveProjector(
  { connection, dataKey, consumer, log }: ProjectorOptions,
  flaw: Flaw,
): ProjectorProcess {
  const pool = createPool({ ...connection, settings: PLANNER_SETTINGS, max: 2 });
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<unknown> = Promise.resolve();

  async function write(
    client: PoolClient,
    checkpoints: Checkpoints,
    events: readonly StoredToApply[],
    projections = PROJECTIONS,
  ): Promise<void> {
    const openFor = await loadKeys(client, dataKey, events);
    const parsed = events.map(parseApplied);
    for (const projection of projections) {
      const rows = fold(projection, parsed, checkpoints, openFor);
      await writeRows(client, toRowWrites(projection.table, rows));
    }
  }

  async function locked<Result>(
    work: (client: PoolClient, checkpoints: Checkpoints) => Promise<Result>,
  ): Promise<Result> {
    await inTransaction(pool, async (client) => {
      await beginTenantWrite(client, scope);
      await addCheckpoints(client, scope);
    });
    return inTransaction(pool, async (client) => {
      await beginTenantWrite(client, scope);
      return work(client, (await lockCheckpoints(client, scope)) ?? new Map());
    });
  }

  /** Two transactions: a process that ends between them loses the rows of the second. */
  async function checkpointFirst(): Promise<void> {
    const { checkpoints, events } = await locked(async (client, known) => {
      const unread = await fromLog()(client, known);
      await advance(client, known, highest(unread));
      return { checkpoints: known, events: unread };
    });
    if (events.length === 0) return;
    await locked((client) => write(client, checkpoints, events));
  }

  /** What was delivered counts as the log: an event that is missing is never read. */
  const overGaps = (events: readonly StoredEvent[]): Promise<void> =>
    locked(async (client, checkpoints) => {
      const unread = events
        .filter(({ tenantId, seq }) => seq > lowest(checkpoints.get(tenantId) ?? new Map()))
        .toSorted((a, b) => a.seq - b.seq);
      await write(client, checkpoints, unread);
      await advance(client, checkpoints, highest(unread));
      await announce(client, highest(unread));
    });

  /** Sums take no notice of the checkpoint: an event that was applied is added once more. */
  const repeatsAgain = (events: readonly StoredEvent[]): Promise<void> =>
    locked(async (client, checkpoints) => {
      const applied = events.filter(
        ({ tenantId, seq }) => seq <= lowest(checkpoints.get(tenantId) ?? new Map()),
      );
      await write(client, fromZero(checkpoints), applied, SUMS);
    });

  const onMessages: Readonly<Record<Flaw, (events: readonly StoredEvent[]) => Promise<void>>> = {
    "checkpoint first": checkpointFirst,
    "ignores gaps": overGaps,
    "applies repeats": repeatsAgain,
  };

  const sweep = async (): Promise<void> => {
    if (flaw === "checkpoint first") return checkpointFirst();
    await consume({ pool, dataKey }, scope, fromLog());
  };

  return {
    start: () => {
      running = Promise.all([
        repeatEvery("sweep", sweep, { everyMs: SWEEP_MS, log, signal }),
        consumer?.run(onMessages[flaw]),
      ]);
    },
    stop: async () => {
      stopping.abort();
      await consumer?.close();
      await running;
      await pool.end();
    },
  };
}

const SUMS = PROJECTIONS.filter(({ name }) => name === "daily_totals" || name === "method_days");

const fromZero = (checkpoints: Checkpoints): Checkpoints =>
  new Map(
    [...checkpoints].map(([tenantId, positions]): [TenantId, Map<string, number>] => [
      tenantId,
      new Map([...positions.keys()].map((name) => [name, 0])),
    ]),
  );
