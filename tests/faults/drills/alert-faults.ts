import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";

import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { noteBackup, noteRestoreTest } from "#command-api/platform/backups.ts";
import { BackupId } from "#kernel/contract/ids.ts";
import { createShopLog, tenantOf } from "#tests/kit/builders/shop-log.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";
import type { ServiceProcess } from "#tests/kit/product/service-process.ts";
import { request, type Till } from "#tests/kit/product/till.ts";
import { findProgram } from "#tests/kit/services/find-program.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

// Faults that a person on call must hear of. Each is made to the running product, not to its metrics.

const root = join(import.meta.dirname, "..", "..", "..");

async function asSuperuser<Result>(
  adminUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: adminUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Two transactions that wait for each other; Postgres ends one after a second. */
export async function deadlock(adminUrl: string): Promise<void> {
  await asSuperuser(adminUrl, (one) =>
    asSuperuser(adminUrl, async (other) => {
      await one.query("create table public.rows_to_lock as select n from generate_series(1, 2) n");
      const lock = "select from public.rows_to_lock where n = $1 for update";
      for (const client of [one, other]) await client.query("begin");
      await one.query(lock, [1]);
      await other.query(lock, [2]);
      await Promise.allSettled([one.query(lock, [2]), other.query(lock, [1])]);
      for (const client of [one, other]) await client.query("rollback");
      await one.query("drop table public.rows_to_lock");
    }),
  );
}

/** Everything that uses the table waits until it is unlocked. */
export async function lockTable(adminUrl: string, table: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return () => client.end();
}

const DAY_MS = 86_400_000;

/** The backups stopped 30 hours ago, and the last one cannot be restored. */
export async function loseBackups(adminUrl: string): Promise<void> {
  const pool = poolAs("cmd_writer", adminUrl, 2);
  try {
    const store = createEventStore(pool);
    const backupId = BackupId.parse("019a0000-0000-7000-8000-00000000ba01");
    const takenMs = Date.now() - 1.25 * DAY_MS;
    const size = { bytes: 1, head: 1, tenants: 1, events: 1 };
    await noteBackup(store, { backupId, takenMs, ...size }, Date.now());
    await noteRestoreTest(store, { backupId, ok: false, error: "a fault" }, Date.now());
  } finally {
    await pool.end();
  }
}

/**
 * One tenant's log has an event that no read model can apply, another's was changed by a superuser.
 * The command APIs are stopped meanwhile, so that they sign the log only after its change.
 */
export async function harmLogs(
  adminUrl: string,
  commandApis: readonly ServiceProcess[],
): Promise<void> {
  const pool = poolAs("cmd_writer", adminUrl, 2);
  for (const { pid } of commandApis) signal(pid(), "SIGSTOP");
  try {
    const poisoned = createShopLog(pool, tenantOf(1));
    poisoned.register();
    poisoned.raw("SaleRecorded", "{}");
    await poisoned.flush();
    const changed = createShopLog(pool, tenantOf(2));
    changed.register();
    changed.addProduct(1, 10);
    await changed.flush();
    await asSuperuser(adminUrl, (client) =>
      client.query(
        `update es.events set data = jsonb_set(data::jsonb, '{priceMinor}', '1')::json
          where tenant_id = $1 and type = 'ProductAdded'`,
        [changed.tenantId],
      ),
    );
  } finally {
    for (const { pid } of commandApis) signal(pid(), "SIGCONT");
    await pool.end();
  }
}

/** es.append commits nothing and says nothing, until `repair`. */
export async function breakAppend(adminUrl: string): Promise<() => Promise<void>> {
  const run = (text: string) => asSuperuser(adminUrl, (client) => client.query(text));
  const [found] = await asSuperuser(adminUrl, async (client) => {
    const { rows } = await client.query<{ definition: string }>(
      "select pg_get_functiondef('es.append'::regproc) as definition",
    );
    return rows;
  });
  const { definition = "" } = found ?? {};
  const broken = definition.replace(
    /AS \$function\$[\s\S]*\$function\$/,
    "AS $function$ begin return; end $function$",
  );
  await run(broken);
  return async () => {
    await run(definition);
  };
}

const signal = (pid: number | undefined, name: "SIGSTOP" | "SIGCONT"): void => {
  if (pid !== undefined) process.kill(pid, name);
};

export const freeze = (processes: readonly ServiceProcess[]): void =>
  processes.forEach(({ pid }) => signal(pid(), "SIGSTOP"));

export const thaw = (processes: readonly ServiceProcess[]): void =>
  processes.forEach(({ pid }) => signal(pid(), "SIGCONT"));

/** The process is blocked for 0.4 s at a time, like by a calculation that does not give way. */
export async function block(one: ServiceProcess, forMs: number): Promise<void> {
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    freeze([one]);
    await delay(400);
    thaw([one]);
    await delay(100);
  }
}

const tryPassword = (url: string, email: string): Promise<unknown> =>
  request(url, "POST", "/auth/login.php", { body: { email, password: "guessed wrong" } }).catch(
    () => undefined,
  );

/** Guesses the password of one account again and again. */
export async function guess(url: string, times: number): Promise<void> {
  for (let tries = 0; tries < times; tries += 10) {
    await Promise.all(Array.from({ length: 10 }, () => tryPassword(url, "known@shops.example")));
  }
}

/** More sign-ins at once than the passwords that may wait. */
export const rush = (url: string, people: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: people }, (_, n) => tryPassword(url, `person${n}@shops.example`)),
  );

/** Readers who ask again at once, whatever the answer; resolves when they have stopped. */
export function startReaders(till: Till, readers: number): () => Promise<void> {
  let isStopped = false;
  const running = Array.from({ length: readers }, async () => {
    while (!isStopped) {
      await till.ask("GET", "/api/products.php", { timeoutMs: 10_000 }).catch(() => undefined);
      await delay(50);
    }
  });
  return async () => {
    isStopped = true;
    await Promise.all(running);
  };
}

type SmallDisk = Readonly<{ folder: string; env: Readonly<Record<string, string>> }>;

const DISK_MIB = 20;

/** A web server on a disk of its own, in a mount namespace of its own. */
export function startOnSmallDisk({ folder, env }: SmallDisk) {
  const script = `mount -t tmpfs -o size=${DISK_MIB}m tmpfs "$0" && cd "$0" && exec "$1" "$2"`;
  const main = join(root, "web", "server", "main.ts");
  const { path } = readTestSettings();
  const child: ChildProcess = spawn(
    findProgram("unshare", path) ?? "unshare",
    ["--mount", "sh", "-c", script, folder, process.execPath, main],
    { env: { ...env, PATH: path }, stdio: "ignore" },
  );
  return {
    fill: (): Promise<void> =>
      writeFile(
        `/proc/${child.pid}/root${folder}/full`,
        Buffer.alloc((DISK_MIB - 1) * 1024 * 1024),
      ),
    stop: async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
