import { spawn } from "node:child_process";
import { open, readFile, readdir, readlink, realpath, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { PostgresBinaries } from "./postgres-binaries.ts";
import type { Cluster } from "./postgres-cluster.ts";
import { isProcessAlive, waitUntilGone } from "./process-alive.ts";
import { quietEnvironment, runProcess } from "./run-process.ts";

/**
 * Given on the command line, so that an older data folder runs with the settings of this version.
 */
const POSTGRES_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  cluster_name: "tillbook",
  max_connections: "120",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  // Until a table's first statistics, the planner takes any index that has the tenant: a new shop's sums were copied
  // ten times slower.
  autovacuum_naptime: "10s",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  // One file per weekday, overwritten a week later, so that the log cannot fill the disk.
  logging_collector: "on",
  log_filename: "postgres-%a.log",
  log_truncate_on_rotation: "on",
  log_rotation_size: "0",
  log_rotation_age: "1d",
};

export type Postmaster = Readonly<{ pid: number; port: number }>;

const FAST_STOP_MS = 60_000;
const IMMEDIATE_STOP_MS = 10_000;

/** On Linux the server's working folder identifies it; elsewhere the pid must do. */
const isServerOf = async (cluster: Cluster, pid: number): Promise<boolean> => {
  if (process.platform !== "linux") return true;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === (await realpath(cluster.data));
};

/** The server that runs on this cluster, whichever process started it. */
export const findPostmaster = async (cluster: Cluster): Promise<Postmaster | undefined> => {
  const path = join(cluster.data, "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => "");
  const [pidLine = "", , , portLine = ""] = text.split("\n");
  const pid = Number(pidLine);
  if (!(pid > 0) || !isProcessAlive(pid)) return undefined;
  if (await isServerOf(cluster, pid)) return { pid, port: Number(portLine) };
  // After a crash the pid may be that of another program (likely in a restarted container), and
  // Postgres would always refuse to start. It ignores a file that names its parent, and still uses
  // the file's shared memory to find processes of the dead server.
  await writeFile(path, text.replace(pidLine, String(process.pid)));
  return undefined;
};

/**
 * Starts the server in its own process group and without a pipe, so that neither Ctrl-C nor our
 * exit ends it.
 */
export const spawnPostmaster = async (
  cluster: Cluster,
  binaries: PostgresBinaries,
  own: Readonly<Record<string, string>> & Readonly<{ port: string }>,
): Promise<Postmaster> => {
  const settings = { ...POSTGRES_SETTINGS, log_directory: cluster.logs, ...own };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [command, args] = binaries.launch(binaries.postgres, ["-D", cluster.data, ...flags]);
  const output = await open(cluster.startLog, "w", 0o600);
  try {
    const child = spawn(command, args, {
      detached: true,
      stdio: ["ignore", output.fd, output.fd],
      env: quietEnvironment(),
      windowsHide: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    child.unref();
    return { pid: child.pid ?? 0, port: Number(own.port) };
  } finally {
    await output.close();
  }
};

const newestLog = async (cluster: Cluster): Promise<string> => {
  const paths = (await readdir(cluster.logs).catch(() => [])).map((name) =>
    join(cluster.logs, name),
  );
  const times = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
  const newest = paths[times.indexOf(Math.max(...times))];
  return newest === undefined ? "" : readFile(newest, "utf8");
};

/** The last lines that a server printed before it failed to start. */
export const lastWords = async (cluster: Cluster): Promise<string> => {
  const texts = [await readFile(cluster.startLog, "utf8"), await newestLog(cluster)];
  const [line] = texts.flatMap((text) => text.match(/(FATAL|PANIC|unshare): .*/g)?.slice(-1) ?? []);
  return line ?? "no reason given";
};

export const stopPostmaster = async (
  cluster: Cluster,
  binaries: PostgresBinaries,
): Promise<void> => {
  const server = await findPostmaster(cluster);
  if (server === undefined) return;
  if (process.platform === "win32") {
    await runProcess(binaries.pgCtl, ["stop", "-m", "fast", "-w", "-D", cluster.data]);
    return;
  }
  // SIGINT is the fast shutdown: it ends sessions and writes everything, so nothing needs recovery.
  process.kill(server.pid, "SIGINT");
  if (await waitUntilGone(server.pid, FAST_STOP_MS)) return;
  process.kill(server.pid, "SIGQUIT");
  if (await waitUntilGone(server.pid, IMMEDIATE_STOP_MS)) return;
  throw new Error(`Postgres (pid ${server.pid}) does not stop`);
};
