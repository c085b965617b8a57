import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
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

/** Takes the fault away. */
export type Mend = () => Promise<void>;

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
export async function lockTable(adminUrl: string, table: string): Promise<Mend> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return () => client.end();
}

const DAY_MS = 86_400_000;
const BACKUPS = {
  lost: BackupId.parse("019a0000-0000-7000-8000-00000000ba01"),
  taken: BackupId.parse("019a0000-0000-7000-8000-00000000ba02"),
};

/** The backups stopped 30 hours ago, and the last one cannot be restored; a new one can. */
export async function loseBackups(adminUrl: string): Promise<Mend> {
  const note = async (backupId: BackupId, takenMs: number, error?: string): Promise<void> => {
    const pool = poolAs("cmd_writer", adminUrl, 1);
    try {
      const store = createEventStore(pool);
      const size = { bytes: 1, head: 1, tenants: 1, events: 1 };
      await noteBackup(store, { backupId, takenMs, ...size }, Date.now());
      const tested = error === undefined ? { ok: true } : { ok: false, error };
      await noteRestoreTest(store, { backupId, ...tested }, Date.now());
    } finally {
      await pool.end();
    }
  };
  await note(BACKUPS.lost, Date.now() - 1.25 * DAY_MS, "a fault");
  return () => note(BACKUPS.taken, Date.now());
}

/**
 * A log was changed by a superuser. The command APIs are stopped meanwhile, so that they sign it only
 * after its change.
 */
export async function harmLog(
  adminUrl: string,
  commandApis: readonly ServiceProcess[],
): Promise<Mend> {
  const tenantId = tenantOf(2);
  const changeData = (from: string, to: string) =>
    asSuperuser(adminUrl, (client) =>
      client.query(
        `update es.events set data = replace(data::text, $2, $3)::json
          where tenant_id = $1 and type = 'ProductAdded'`,
        [tenantId, from, to],
      ),
    );
  const pool = poolAs("cmd_writer", adminUrl, 2);
  freeze(commandApis);
  try {
    const log = createShopLog(pool, tenantId);
    log.register();
    log.addProduct(1, 10);
    await log.flush();
    await changeData("Product 1", "Product 2");
  } finally {
    thaw(commandApis);
    await pool.end();
  }
  return async () => {
    await changeData("Product 2", "Product 1");
  };
}

/** A read model refuses one product. Later it takes it, like a fixed version of the projector. */
export async function refuseProduct(adminUrl: string, name: string): Promise<Mend> {
  const run = (text: string) => asSuperuser(adminUrl, (client) => client.query(text));
  await run(`alter table rm.rm_products add constraint refused check (name <> '${name}')`);
  return async () => {
    await run("alter table rm.rm_products drop constraint refused");
  };
}

/** The functions that append commit nothing and say nothing, until `repair`. */
export async function breakAppend(adminUrl: string): Promise<Mend> {
  const run = (text: string) => asSuperuser(adminUrl, (client) => client.query(text));
  const definitions = await asSuperuser(adminUrl, async (client) => {
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_functiondef(name::regproc) as definition
         from unnest(array['es.append_any', 'es.append_plain_on']) as name`,
    );
    return rows.map(({ definition }) => definition);
  });
  for (const definition of definitions) {
    const nothing = "AS $function$ begin return; end $function$";
    await run(definition.replace(/AS \$function\$[\s\S]*\$function\$/, () => nothing));
  }
  return async () => {
    for (const definition of definitions) await run(definition);
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
export async function guess(url: string, forMs: number): Promise<void> {
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    await Promise.all(Array.from({ length: 10 }, () => tryPassword(url, "known@shops.example")));
  }
}

/** More sign-ins at once than the passwords that may wait. */
export const rush = (url: string, people: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: people }, (_, n) => tryPassword(url, `person${n}@shops.example`)),
  );

/** Readers who ask again at once, whatever the answer; resolves when they have stopped. */
export function startReaders(tills: readonly Till[], readersOfEach: number): Mend {
  let isStopped = false;
  const readers = tills.flatMap((till) => Array.from({ length: readersOfEach }, () => till));
  const running = readers.map(async (till) => {
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

async function startsToAnswer(url: string): Promise<void> {
  const until = performance.now() + START_WITHIN_MS;
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (performance.now() > until) throw new Error(`${url} does not answer`);
    await delay(100);
  }
}

type SmallDisk = Readonly<{
  folder: string;
  env: Readonly<Record<string, string> & { PORT: string }>;
}>;

const DISK_MIB = 20;
const START_WITHIN_MS = 30_000;

/** A web server on a disk of its own, in a mount namespace of its own. Waits until it answers. */
export async function startOnSmallDisk({ folder, env }: SmallDisk) {
  const script = `mount -t tmpfs -o size=${DISK_MIB}m tmpfs "$0" && cd "$0" && exec "$1" "$2"`;
  const main = join(root, "web", "server", "main.ts");
  const { path } = readTestSettings();
  const child: ChildProcess = spawn(
    findProgram("unshare", path) ?? "unshare",
    ["--mount", "sh", "-c", script, folder, process.execPath, main],
    { env: { ...env, PATH: path }, stdio: "ignore" },
  );
  await startsToAnswer(`http://127.0.0.1:${env.PORT}/health/live`);
  const fullFile = () => `/proc/${child.pid}/root${folder}/full`;
  return {
    fill: async (): Promise<Mend> => {
      await writeFile(fullFile(), Buffer.alloc((DISK_MIB - 1) * 1024 * 1024));
      return () => rm(fullFile());
    },
    stop: async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
