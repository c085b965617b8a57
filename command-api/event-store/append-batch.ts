import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { measurePlain, measureStale } from "./append-metrics.ts";
import { appendPlain } from "./append-plain.ts";
import { appendAny, type AppendCommand, type AppendOutcome } from "./append.ts";

/**
 * Appends up to 64 commands in one transaction, on the plain path if it takes them. Returns one
 * outcome per command, in their order. Only the plain path compares what a command assumes, so
 * es.append_any never gets one that assumes something: such a command is stale, its sender loads and
 * decides it again. The others do not wait for that.
 */
export async function appendBatch(
  db: Queryable,
  commands: readonly AppendCommand[],
): Promise<AppendOutcome[]> {
  const tried = await appendPlain(db, commands);
  if (tried && "outcomes" in tried) {
    measurePlain(commands.length);
    return tried.outcomes;
  }
  const assuming = commands.filter(({ assumes }) => assumes);
  if (assuming.length === 0) return appendAny(db, commands);

  // A command that only es.append_any can answer takes its place among those that assume nothing.
  const isForPlain = tried !== undefined && [...tried.setAside].every(({ assumes }) => assumes);
  const stale: ReadonlySet<AppendCommand> = isForPlain ? tried.setAside : new Set(assuming);
  measureStale(stale.size);
  const others = commands.filter((command) => !stale.has(command));
  const append = isForPlain ? appendBatch : appendAny;
  const outcomes = others.length > 0 ? await append(db, others) : [];
  const byCommand = new Map(others.map((command, index) => [command, outcomes[index]]));
  return commands.map((command) => byCommand.get(command) ?? STALE);
}

const STALE: AppendOutcome = {
  outcome: "stale",
  firstSeq: 0,
  lastSeq: -1,
  detail: undefined,
  recordedMs: 0,
  effects: "[]",
};
