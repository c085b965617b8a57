import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { measurePlain } from "./append-metrics.ts";
import { appendPlain } from "./append-plain.ts";
import { appendAny, type AppendCommand, type AppendOutcome } from "./append.ts";

/**
 * Appends up to 64 commands in one transaction, on the plain path if it takes them. Returns one
 * outcome per command, in their order.
 */
export async function appendBatch(
  db: Queryable,
  commands: readonly AppendCommand[],
): Promise<AppendOutcome[]> {
  const appended = await appendPlain(db, commands);
  if (appended) measurePlain(commands.length);
  return appended ?? appendAny(db, commands);
}
