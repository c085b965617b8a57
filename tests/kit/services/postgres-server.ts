import { startEmbeddedPostgres } from "#standalone/product/postgres/embedded-postgres.ts";
import { ownPort } from "#tests/kit/services/own-port.ts";

import type { StartedService } from "./service-types.ts";

// Several suites run at once, each with the pools of several services.
export const MAX_CONNECTIONS = "400";

/** The product's own embedded server, with the same durability. */
export const startPostgresServer = async (folder: string): Promise<StartedService> => {
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => undefined,
    port: await ownPort(),
    settings: { max_connections: MAX_CONNECTIONS },
  });
  return { address: server.adminUrl, actions: {}, end: () => server.stop() };
};
