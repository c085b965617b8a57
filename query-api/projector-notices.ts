import type { TenantId } from "#kernel/contract/ids.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import type { ConnectionSettings, Pool } from "#kernel/node/postgres/connections.ts";
import { listen } from "#kernel/node/postgres/listen.ts";

import type { Freshness } from "./freshness.ts";
import { createWaiters } from "./waiters.ts";

type Options = Readonly<{
  pool: Pool;
  connection: ConnectionSettings;
  log: Log;
  /** Also receives every notice. */
  onHeard?: (payload: string) => void;
  /** Tells the projector of this process that a reader waits for the tenant. */
  onWaiting?: ((tenantId: TenantId) => void) | undefined;
}>;

/** Connects the readers of this process with the projector's notices in both directions. */
export function followProjector({ pool, connection, log, onHeard, onWaiting }: Options) {
  const waiters = createWaiters();
  const closing = new AbortController();
  const onNotice = (_: string, payload: string) => {
    waiters.heard(payload);
    onHeard?.(payload);
  };
  const listening = listen({ connection, channels: ["rm_done"], onNotice, log }, closing.signal);
  const freshness: Freshness = {
    wait: (tenantId, seq, ms) => {
      const reached = waiters.wait(tenantId, seq, ms);
      onWaiting?.(tenantId);
      return reached;
    },
    askCatchUp: (tenantId) => askCatchUp(pool, tenantId),
    nowMs: () => performance.now(),
  };
  return {
    freshness,
    close: async (): Promise<void> => {
      closing.abort();
      await listening;
    },
  };
}

/** Asks the projectors to catch up with this tenant's log now. */
const askCatchUp = (pool: Pool, tenantId: TenantId) =>
  pool.query("select pg_notify('rm_catch_up', $1)", [tenantId]);
