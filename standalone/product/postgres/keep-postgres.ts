import { setTimeout as delay } from "node:timers/promises";

import { endOrphans } from "./orphans.ts";
import { stopPostmaster } from "./postmaster.ts";
import { isProcessAlive } from "./process-alive.ts";
import { reachPostgres, type ReachedPostgres, type Site } from "./reach-postgres.ts";

const RETRY_MS = 500;

/**
 * Restarts the server on the same port if it crashes or is killed, so that the pools recover; takes
 * the lock again if only its session was cut.
 */
export const keepPostgres = (
  site: Site,
  first: ReachedPostgres,
): Readonly<{ stop: () => Promise<void> }> => {
  let current = first;
  let isStopping = false;

  const recover = async (): Promise<void> => {
    while (!isStopping) {
      try {
        if (!isProcessAlive(current.server.pid)) await endOrphans(site.cluster);
        current = await reachPostgres(site, current.server.port);
        site.log("The database is back");
        return;
      } catch (error) {
        site.log(error instanceof Error ? error.message : String(error));
        await delay(RETRY_MS);
      }
    }
  };

  const watch = async (): Promise<void> => {
    while (!isStopping) {
      await current.lock.lost;
      if (isStopping) return;
      site.log("The database went away");
      recovering = recover();
      await recovering;
    }
  };

  let recovering = Promise.resolve();
  const watching = watch();

  return {
    stop: async () => {
      isStopping = true;
      await recovering;
      await stopPostmaster(site.cluster, site.binaries);
      // The lock is held to the end, so that no other process adopts a server that is stopping.
      await current.lock.release();
      await watching;
    },
  };
};
