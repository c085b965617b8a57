import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { readConfig } from "#kernel/node/config/read-config.ts";
import { text } from "#kernel/node/config/settings.ts";
import { openDataFolder } from "#standalone/operator/data-folder.ts";

// `npm run rebuild`: runs the projector's command on the servers of the environment or, without
// DATABASE_URL, on the data folder of a standalone product, running or not.

const COMMAND = fileURLToPath(new URL("../../../projector/rebuild/main.ts", import.meta.url));

try {
  process.exitCode = process.env["DATABASE_URL"] ? await rebuild({}) : await rebuildDataFolder();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function rebuildDataFolder(): Promise<number> {
  const settings = {
    DATA_DIR: text("folder of the database, the keys and the demo sign-ins", "./data"),
  };
  const { url, secrets, close } = await openDataFolder(readConfig(settings, process.env).DATA_DIR);
  try {
    return await rebuild({
      DATABASE_URL: url,
      DB_PASSWORD_MIGRATOR: secrets.rolePasswords.migrator,
      DB_PASSWORD_PROJECTOR: secrets.rolePasswords.projector,
      DATA_KEY: secrets.dataKey,
    });
  } finally {
    await close();
  }
}

async function rebuild(env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(process.execPath, [COMMAND, ...process.argv.slice(2)], {
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  await once(child, "exit");
  return child.exitCode ?? 1;
}
