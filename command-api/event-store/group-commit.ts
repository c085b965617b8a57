import { setTimeout as delay } from "node:timers/promises";

import { createMicroBatcher } from "#kernel/node/micro-batcher.ts";
import { isTransient, mayRepeat, type Queryable } from "#kernel/node/postgres/connections.ts";

import { appendBatch } from "./append-batch.ts";
import { measureAppend, measureRepeat } from "./append-metrics.ts";
import type { AppendCommand, AppendOutcome } from "./append.ts";

const TRIES = 3;
const PAUSE_MS = 30;

export type Append = (command: AppendCommand) => Promise<AppendOutcome>;

type GroupCommitOptions = Readonly<{
  db: Queryable;
  max?: number;
  inFlight?: number;
  /** Called after each flush with the tenants that got events, as a hint to relay and projector. */
  onAppended?: (tenantIds: ReadonlySet<string>) => void;
}>;

/**
 * Commits the commands of many callers in one transaction. A caller is answered after the commit.
 */
export function createGroupCommit({ db, max, inFlight, onAppended }: GroupCommitOptions): Append {
  const submit = createMicroBatcher<AppendCommand, Settled>({
    tenantOf: (command) => command.tenantId,
    run: async (commands) => {
      const startedAt = performance.now();
      const settled = await appendOrHalve(db, commands);
      measureAppend(commands.length, performance.now() - startedAt);
      if (onAppended) reportAppended(commands, settled, onAppended);
      return settled;
    },
    ...(max === undefined ? {} : { max }),
    ...(inFlight === undefined ? {} : { inFlight }),
  });
  return async (command) => {
    const settled = await submit(command);
    if ("error" in settled) throw settled.error;
    return settled;
  };
}

type Settled = AppendOutcome | Readonly<{ error: unknown }>;

/**
 * A command that raises fails the whole call, so the batch is halved until that command is alone.
 */
async function appendOrHalve(
  db: Queryable,
  commands: readonly AppendCommand[],
): Promise<Settled[]> {
  try {
    return await appendAgain(db, commands);
  } catch (error) {
    // While the database is away, every half would fail the same way.
    if (commands.length === 1 || isTransient(error)) return commands.map(() => ({ error }));
    const middle = commands.length >> 1;
    const first = await appendOrHalve(db, commands.slice(0, middle));
    return [...first, ...(await appendOrHalve(db, commands.slice(middle)))];
  }
}

/**
 * Repeats the call after a lost connection or a deadlock: command ids make it safe to append twice.
 */
async function appendAgain(
  db: Queryable,
  commands: readonly AppendCommand[],
): Promise<AppendOutcome[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await appendBatch(db, commands);
    } catch (error) {
      if (attempt === TRIES || !mayRepeat(error)) throw error;
      measureRepeat();
      await delay(PAUSE_MS * attempt * (0.5 + Math.random()));
    }
  }
}

function reportAppended(
  commands: readonly AppendCommand[],
  settled: readonly Settled[],
  report: (tenantIds: ReadonlySet<string>) => void,
): void {
  const tenants = new Set<string>();
  commands.forEach((command, index) => {
    const outcome = settled[index];
    if (!outcome || "error" in outcome || outcome.outcome !== "ok") return;
    for (const event of command.events) tenants.add(event.tenantId ?? command.tenantId);
  });
  if (tenants.size > 0) report(tenants);
}
