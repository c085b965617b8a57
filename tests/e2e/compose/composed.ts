import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { composeSecrets } from "#standalone/operator/secrets/compose-secrets.ts";
import { makeSignedHeadKey } from "#standalone/operator/signed-head-key/key-file.ts";
import { ownPort } from "#tests/kit/services/own-port.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..", "..");

export type Composed = Readonly<{
  url: string;
  /** `docker compose` with this test's settings. */
  compose: (...args: readonly string[]) => Promise<string>;
  /** Runs a script of the repository with these settings. */
  script: (path: string, ...args: readonly string[]) => Promise<string>;
  /** Runs a statement as the database's superuser and returns its output. */
  sql: (text: string) => Promise<string>;
  remove: () => Promise<void>;
}>;

/** A composed product under its own project name, not started yet. */
export async function composed(project: string): Promise<Composed> {
  const folder = await mkdtemp(join(tmpdir(), `${project}-`));
  const port = await ownPort();
  const keyFile = join(folder, "checkpoint-key.pem");
  await makeSignedHeadKey(keyFile, 0o644);
  const settings = {
    ...composeSecrets(),
    CHECKPOINT_KEY_FILE: keyFile,
    WEB_PORT: String(port),
    REGISTRATIONS_PER_HOUR: "1000",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  const envFile = join(folder, "env");
  await writeFile(envFile, lines.join(""), { mode: 0o600 });

  const named = ["env", `COMPOSE_PROJECT_NAME=${project}`, `COMPOSE_ENV_FILES=${envFile}`] as const;
  const call = async (...args: readonly string[]): Promise<string> => {
    const [program, ...others] = [...named, ...args];
    const { stdout } = await run(program, others, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  };
  const compose: Composed["compose"] = (...args) => call("docker", "compose", ...args);
  return {
    url: `http://127.0.0.1:${port}`,
    compose,
    script: (path, ...args) => call("sh", path, ...args),
    sql: async (text) => {
      const psql = ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-U", "postgres", "-d", "tillbook"];
      return (await compose("exec", "-T", "postgres", ...psql, "-c", text)).trim();
    },
    remove: async () => {
      const all = ["--profile", "*"];
      await compose(...all, "down", "--volumes", "--timeout", "15");
      const left = await compose(...all, "ps", "--all", "--quiet");
      if (left !== "") throw new Error(`left behind: ${left}`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
