import { Client } from "pg";

import { connectClient } from "#kernel/node/postgres/connections.ts";
import { startProblem } from "#kernel/node/start-problem.ts";

import { keepPostgres } from "./keep-postgres.ts";
import { findPostgres } from "./postgres-binaries.ts";
import { adminUrlOf, clusterIn, openCluster } from "./postgres-cluster.ts";
import { findPostmaster } from "./postmaster.ts";
import { reachPostgres } from "./reach-postgres.ts";

export type EmbeddedPostgres = Readonly<{
  /** The superuser's connection string, to the database `postgres`. */
  adminUrl: string;
  /** True if the server was already running because a killed process left it behind. */
  adopted: boolean;
  stop: () => Promise<void>;
}>;

type Place = Readonly<{
  /** The product's data folder; Postgres uses its subfolder `postgres`. */
  dataDir: string;
  log: (line: string) => void;
  /** A free one by default. An adopted server keeps its own. */
  port?: number;
  /** Replaces the product's settings in tests. */
  settings?: Readonly<Record<string, string>>;
}>;

const refuseOtherEncoding = async (adminUrl: string, dataDir: string): Promise<void> => {
  const client = await connectClient(new Client({ connectionString: adminUrl }));
  try {
    const { rows } = await client.query<{ name: string }>(
      "select current_setting('server_encoding') as name",
    );
    const name = rows[0]?.name;
    if (name === "UTF8") return;
    throw startProblem(
      `The database in ${dataDir} has the encoding ${name}, it must be UTF8: run "npm run backup", then restore into a new folder.`,
    );
  } finally {
    await client.end();
  }
};

/** Fails with a `startProblem` if the person at the terminal can fix it. */
export const startEmbeddedPostgres = async (place: Place): Promise<EmbeddedPostgres> => {
  const { dataDir, log, port, settings = {} } = place;
  const binaries = await findPostgres();
  const cluster = await openCluster(dataDir, binaries, log);
  const site = { cluster, binaries, log, settings };
  const reached = await reachPostgres(site, port);
  const { stop } = keepPostgres(site, reached);
  try {
    await refuseOtherEncoding(reached.adminUrl, dataDir);
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl: reached.adminUrl, adopted: reached.adopted, stop };
};

/** For commands beside a running product; undefined if no server runs on the folder. */
export const runningPostgresUrl = async (dataDir: string): Promise<string | undefined> => {
  const cluster = clusterIn(dataDir);
  const server = await findPostmaster(cluster);
  return server && adminUrlOf(cluster, server.port);
};
