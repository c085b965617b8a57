import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach } from "vitest";

import { readTestSettings } from "#tests/kit/services/test-settings.ts";
import { row } from "#tests/scorecard/row.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const FILES = ["package.json", "package-lock.json", ".npmrc"];
const LONGEST_MS = 4 * 60_000;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillbook-install-"));
  for (const name of FILES) await copyFile(join(root, name), join(folder, name));
});
afterEach(() => rm(folder, { recursive: true }));

/** Resolves with the exit code and what npm said. */
function install(): Promise<Readonly<{ code: number; said: string }>> {
  const { promise, resolve } = Promise.withResolvers<Readonly<{ code: number; said: string }>>();
  const args = ["ci", "--ignore-scripts", "--prefer-offline", "--no-progress"];
  const { path } = readTestSettings();
  execFile("npm", args, { cwd: folder, env: { PATH: path } }, (error, out, err) => {
    resolve({ code: error === null ? 0 : Number(error.code ?? -1), said: `${out}${err}` });
  });
  return promise;
}

const lockFile = () => join(folder, "package-lock.json");

row(
  40,
  "a clean installation without scripts is that of the lock file",
  async ({ figure, control }) => {
    const before = await readFile(lockFile(), "utf8");
    const { code, said } = await install();
    if (code !== 0) process.stdout.write(said);
    figure("exit code of npm ci", code, { exactly: 0 });
    const modules = join(folder, "node_modules");
    figure("packages installed", (await readdir(modules)).length, { atLeast: 100 });
    const isSame = (await readFile(lockFile(), "utf8")) === before;
    figure("differences in the lock file", isSame ? 0 : 1, { exactly: 0 });

    // Not the hash of what the registry has.
    const [, hash = ""] =
      /"node_modules\/pino":\s*\{[^}]*"integrity": "sha512-([^"]+)"/.exec(before) ?? [];
    const other = `${hash.startsWith("A") ? "B" : "A"}${hash.slice(1)}`;
    await writeFile(lockFile(), before.replace(hash, other));
    const changed = await install();
    const isRefused = changed.code !== 0 && /EINTEGRITY|integrity/i.test(changed.said);
    control("a changed hash refused", isRefused ? 1 : 0, { exactly: 1 });
  },
  LONGEST_MS,
);
