import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

import * as z from "zod/mini";

import { createRandom, shuffled } from "#tests/kit/builders/random.ts";

import type { Mutation } from "./mutation.ts";
import { SERVER_MUTATIONS } from "./server-mutations.ts";
import { WEB_MUTATIONS } from "./web-mutations.ts";

// `npm run test:mutations`: ten behaviours, drawn by a seed, are broken in a copy of the tree, one after the other; the
// tests that carry their numbers must be green before and red after. `-- --seed 7` draws the same ten again,
// `-- --only TOAST-01,INV-02` takes those, `-- --all` takes every one.

const { values } = parseArgs({
  options: { seed: { type: "string" }, only: { type: "string" }, all: { type: "boolean" } },
});
const DRAWN = 10;
const root = join(import.meta.dirname, "..", "..");
const LEFT_OUT = new Set(["node_modules", "dist", ".git", ".cache", "data", "tmp", "target"]);

const Report = z.object({ numPassedTests: z.int(), numFailedTests: z.int() });
type Outcome = Readonly<{ passed: number; failed: number }>;

const seed = Number(values.seed ?? Date.now() % 1_000_000);
const table = [...WEB_MUTATIONS, ...SERVER_MUTATIONS];
const only = values.only?.split(",");
const unknown =
  only?.filter((number) => table.every(({ behaviour }) => behaviour !== number)) ?? [];
if (unknown.length > 0) throw new Error(`nothing breaks ${unknown.join(", ")}`);
const chosen = only
  ? table.filter(({ behaviour }) => only.includes(behaviour))
  : shuffled(table, createRandom(seed)).slice(0, values.all === true ? table.length : DRAWN);
say(`${chosen.length} of ${table.length} behaviours, seed ${seed}`);

const folder = await mkdtemp(join(tmpdir(), "tillbook-mutations-"));
try {
  await copyTree(folder);
  let survived = 0;
  for (const mutation of chosen) if (!(await isSeen(mutation))) survived += 1;
  say(survived === 0 ? "all were seen" : `${survived} of ${chosen.length} were not seen`);
  process.exitCode = survived === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function copyTree(to: string): Promise<void> {
  await cp(root, to, {
    recursive: true,
    filter: (source) => source === root || !LEFT_OUT.has(basename(source)),
  });
  await symlink(join(root, "node_modules"), join(to, "node_modules"));
}

async function isSeen(mutation: Mutation): Promise<boolean> {
  const { behaviour, file, find, replace } = mutation;
  const path = join(folder, file);
  const source = await readFile(path, "utf8").catch(() => "");
  const isStale = source.split(find).length !== 2;
  if (isStale) return told(behaviour, false, `${file} does not hold it once`);
  const before = await runTests(mutation);
  if (before.passed === 0 || before.failed > 0) {
    return told(behaviour, false, `its tests are not green before: ${describe(before)}`);
  }
  await writeFile(
    path,
    source.replace(find, () => replace),
  );
  const after = await runTests(mutation);
  await writeFile(path, source);
  return told(behaviour, after.failed > 0, `${file}: ${describe(before)}, then ${describe(after)}`);
}

/** The tests of that behaviour in the file, in the copy. */
async function runTests({ behaviour, test }: Mutation): Promise<Outcome> {
  const report = join(folder, "mutation-report.json");
  await rm(report, { force: true });
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "run", "--config", "tests/vitest.config.ts", test, "-t", behaviour];
  const child = spawn(process.execPath, [...args, "--reporter=json", `--outputFile=${report}`], {
    cwd: folder,
    stdio: "ignore",
  });
  await once(child, "exit");
  const parsed = Report.safeParse(JSON.parse(await readFile(report, "utf8").catch(() => "{}")));
  if (!parsed.success) return { passed: 0, failed: 0 };
  return { passed: parsed.data.numPassedTests, failed: parsed.data.numFailedTests };
}

function told(behaviour: string, isRed: boolean, why: string): boolean {
  say(`${isRed ? "red  " : "GREEN"}  ${behaviour}  ${why}`);
  return isRed;
}

function describe({ passed, failed }: Outcome): string {
  return `${passed} passed and ${failed} failed`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
