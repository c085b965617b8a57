import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { leafOf } from "./hashes.ts";
import { type LoggedEvent, logPages } from "./read-log.ts";

/** Every row behind a number, also those whose number a log would never give. */
export async function* rowsBehind(
  db: Queryable,
  tenantId: TenantId,
  after: number,
): AsyncGenerator<LoggedEvent> {
  const upTo = Number.MAX_SAFE_INTEGER;
  for await (const page of logPages(db, tenantId, { after, upTo })) yield* page;
}

/** The leaf of an event as it would be with that number. */
export const leafAt = (event: LoggedEvent, seq: number): Buffer => leafOf({ ...event, seq });
