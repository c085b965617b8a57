import { randomBytes } from "node:crypto";
import { access, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { startProblem } from "#kernel/node/start-problem.ts";

import { POSTGRES_MAJOR, type PostgresBinaries } from "./postgres-binaries.ts";
import { isProcessAlive } from "./process-alive.ts";
import { runProcess } from "./run-process.ts";

/** The files of Postgres in the product's data folder. */
export type Cluster = Readonly<{
  home: string;
  data: string;
  passwordFile: string;
  /** The server's output before its own log begins; its log has a file per weekday. */
  startLog: string;
  logs: string;
}>;

const SUPERUSER = "postgres";

const clusterAt = (home: string): Cluster => ({
  home,
  data: join(home, "data"),
  passwordFile: join(home, "password"),
  startLog: join(home, "start.log"),
  logs: join(home, "log"),
});

export const clusterIn = (dataDir: string): Cluster => clusterAt(resolve(dataDir, "postgres"));

export const adminUrlOf = async (cluster: Cluster, port: number): Promise<string> => {
  const password = (await readFile(cluster.passwordFile, "utf8")).trim();
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
};

const majorOf = (cluster: Cluster): Promise<string | undefined> =>
  readFile(join(cluster.data, "PG_VERSION"), "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );

const INITDB_FLAGS = [
  `--username=${SUPERUSER}`,
  "--auth=scram-sha-256",
  // Without an explicit encoding, a machine with no LANG would create an SQL_ASCII cluster.
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--data-checksums",
  "--no-instructions",
];

const initialise = async (cluster: Cluster, binaries: PostgresBinaries): Promise<void> => {
  await mkdir(cluster.logs, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString("base64url");
  await writeFile(cluster.passwordFile, `${password}\n`, { mode: 0o600 });
  const { code, output } = await runProcess(
    ...binaries.launch(binaries.initdb, [
      `--pgdata=${cluster.data}`,
      `--pwfile=${cluster.passwordFile}`,
      ...INITDB_FLAGS,
    ]),
  );
  if (code !== 0) throw new Error(`initdb failed: ${output}`);
};

const NEW = /^postgres\.new-(\d+)$/;

/** Removes what killed starts left. */
const sweep = async (dataDir: string): Promise<void> => {
  const abandoned = (await readdir(dataDir)).filter((name) => {
    const [, pid] = NEW.exec(name) ?? [];
    return pid !== undefined && (Number(pid) === process.pid || !isProcessAlive(Number(pid)));
  });
  await Promise.all(abandoned.map((name) => rm(join(dataDir, name), { recursive: true })));
};

/**
 * Created under another name and renamed, so that a failed start, or two at once, never leave half
 * a cluster.
 */
const createCluster = async (dataDir: string, binaries: PostgresBinaries): Promise<void> => {
  await sweep(dataDir);
  const aside = clusterAt(resolve(dataDir, `postgres.new-${process.pid}`));
  const cluster = clusterIn(dataDir);
  try {
    await initialise(aside, binaries);
    await rename(aside.home, cluster.home);
  } catch (error) {
    await rm(aside.home, { recursive: true, force: true });
    if ((await majorOf(cluster)) !== undefined) return;
    throw startProblem(
      `Cannot make the database in ${cluster.home}: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
};

const refuseOtherMajor = (dataDir: string, major: string): void => {
  if (major === POSTGRES_MAJOR) return;
  throw startProblem(
    `The data folder ${resolve(dataDir)} was made by Postgres ${major}, this version runs ${POSTGRES_MAJOR}: run "npm run backup" with the version that made it, then restore into a new folder.`,
  );
};

export const openCluster = async (
  dataDir: string,
  binaries: PostgresBinaries,
  log: (line: string) => void,
): Promise<Cluster> => {
  const cluster = clusterIn(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if ((await majorOf(cluster)) === undefined) {
    log(`Making a new database in ${cluster.home}`);
    await createCluster(dataDir, binaries);
  }
  refuseOtherMajor(dataDir, (await majorOf(cluster)) ?? "an unknown version");
  await access(cluster.passwordFile).catch((error: unknown) => {
    throw startProblem(`The file ${cluster.passwordFile} is missing or not readable.`, error);
  });
  return cluster;
};
