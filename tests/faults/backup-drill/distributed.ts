import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { LOGIN_ROLES, passwordVariable } from "#kernel/node/postgres/roles.ts";
import { emptyDatabase } from "#standalone/product/database.ts";
import { startEmbeddedPostgres } from "#standalone/product/postgres/embedded-postgres.ts";
import { makeSecrets } from "#standalone/product/secrets.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { startProductProcesses } from "#tests/kit/product/product-processes.ts";

import type { Checks } from "./checks.ts";
import { checkRestored } from "./restored.ts";
import { runCommand } from "./run-command.ts";
import { type DrilledBackup, sellOn } from "./standalone.ts";

/**
 * Moves the shops to the distributed product with the same file: another server, a process per
 * service, the same keys.
 */
export async function drillDistributed(
  checks: Checks,
  folder: string,
  backup: DrilledBackup,
): Promise<void> {
  const { path, env } = backup;
  const keys = join(folder, "keys");
  const taken = await runCommand("restore", ["--from", path, "--keys", keys], env);
  checks.same("the keys are read from the backup", taken.code, 0);
  const { rolePasswords: passwords } = makeSecrets();
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, "server"),
    log: () => undefined,
  });
  try {
    const { adminUrl } = await emptyDatabase(server.adminUrl);
    const settings = {
      ...env,
      ...Object.fromEntries(LOGIN_ROLES.map((role) => [passwordVariable(role), passwords[role]])),
      ...(await linesOf(join(keys, "keys.env"))),
    };
    const servers = { ...settings, DATABASE_ADMIN_URL: adminUrl, LOG_LEVEL: "error" };
    const restored = await runCommand("restore", ["--from", path], servers);
    checks.same("the backup is restored into an empty server", restored.code, 0);
    checks.note(`${restored.out.replaceAll("\n", " ")} (${(restored.ms / 1000).toFixed(1)} s)`);
    await checkRestored(checks, adminUrl, backup);
    const again = await runCommand("restore", ["--from", path], servers);
    checks.same("a second restore is refused", again.code, 1);
    await sellThere(checks, { adminUrl, settings }, backup);
  } finally {
    await server.stop();
  }
}

type There = Readonly<{ adminUrl: string; settings: Readonly<Record<string, string>> }>;

async function sellThere(
  checks: Checks,
  { adminUrl, settings }: There,
  backup: DrilledBackup,
): Promise<void> {
  const product = await startProductProcesses({ adminUrl, env: { ...settings, ...LIMITLESS } });
  try {
    const sold = await sellOn(product.url, backup);
    checks.same("the distributed product sells on with the tills' old tokens", sold, [200, 200]);
  } finally {
    await product.stop();
  }
}

async function linesOf(path: string): Promise<Record<string, string>> {
  const lines = (await readFile(path, "utf8")).trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}
