import type { Pool } from "#kernel/node/postgres/connections.ts";

import { createGroupCommit } from "./group-commit.ts";
import type { EventStore } from "./handle-command.ts";
import { createLoad } from "./load.ts";
import { createReadEvents } from "./read-events.ts";

/** The log as commands use it, over one pool of role cmd_writer. */
export const createEventStore = (
  pool: Pool,
  onAppended?: (tenantIds: ReadonlySet<string>) => void,
): EventStore => ({
  load: createLoad(pool),
  append: createGroupCommit({ db: pool, ...(onAppended ? { onAppended } : {}) }),
  read: createReadEvents(pool),
});
