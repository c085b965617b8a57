import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { startEmbeddedPostgres } from "#standalone/product/postgres/embedded-postgres.ts";
import { freePort } from "#standalone/product/postgres/free-port.ts";
import { clusterIn } from "#standalone/product/postgres/postgres-cluster.ts";

import type { StartedService } from "./service-types.ts";

// Several suites run at once, each with the pools of several services.
export const MAX_CONNECTIONS = "400";

/** The product's own embedded server, with the same durability. */
export const startPostgresServer = async (folder: string): Promise<StartedService> => {
  const place = {
    dataDir: folder,
    log: () => undefined,
    port: await freePort(),
    settings: { max_connections: MAX_CONNECTIONS },
  };
  let server = await startEmbeddedPostgres(place);
  return {
    address: server.adminUrl,
    actions: {
      kill: async () => {
        const text = await readFile(join(clusterIn(folder).data, "postmaster.pid"), "utf8");
        process.kill(Number(text.split("\n", 1).join()), "SIGKILL");
      },
      stop: () => server.stop(),
      restart: async () => {
        await server.stop();
        server = await startEmbeddedPostgres(place);
      },
    },
    end: () => server.stop(),
  };
};
