import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { figuresOf, printed, resultOf, summary, withEarlier, withTable } from "./results.ts";
import { Line } from "./row.ts";
import { ROWS } from "./rows.ts";

// `npm run scorecard` runs the row tests that take seconds, and prints one line for each of the forty
// faults. `--all` runs the long ones too and writes the table of docs/reliability.md, with the figures
// in a document of their own. Numbers after it choose rows; the others are kept as they are.

const root = join(import.meta.dirname, "..", "..");
const DOCUMENT = join(root, "docs", "reliability.md");
const FIGURES = join(root, "docs", "reliability-figures.md");
const LONG = "tests/faults/long/";

const args = process.argv.slice(2);
const isAll = args.includes("--all");
const wanted = args.flatMap((arg) => (/^\d+$/.test(arg) ? [Number(arg)] : []));
const rows = ROWS.filter(({ number }) => wanted.length === 0 || wanted.includes(number));

const files = globSync("tests/**/*.test.{ts,tsx}", { cwd: root })
  .filter((file) => isAll || !file.startsWith(LONG))
  .filter((file) => rows.some((row) => proves(file, row.number)));

const lines = await run(files);
const results = rows.map((row) => resultOf(row, lines));
for (const result of results) process.stdout.write(`${printed(result)}\n`);
process.stdout.write(`${summary(results)}\n`);
if (isAll) {
  const all = withEarlier(results, readFileSync(FIGURES, "utf8"));
  writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, "utf8"), all));
  writeFileSync(FIGURES, figuresOf(all));
}
process.exitCode = results.every(({ state }) => state === "ok") ? 0 : 1;

function proves(file: string, number: number): boolean {
  const source = readFileSync(join(root, file), "utf8");
  return new RegExp(String.raw`\brow\(\s*${number},`).test(source);
}

async function run(tests: readonly string[]): Promise<readonly Line[]> {
  if (tests.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), "tillbook-scorecard-"));
  const file = join(folder, "lines");
  writeFileSync(file, "");
  const pattern = `row (${rows.map(({ number }) => number).join("|")}):`;
  const child = spawn(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config",
      "tests/vitest.config.ts",
      "--testNamePattern",
      pattern,
      ...tests,
    ],
    { cwd: root, env: { ...process.env, SCORECARD_FILE: file }, stdio: ["ignore", 2, 2] },
  );
  await once(child, "exit");
  const written = readFileSync(file, "utf8").split("\n").filter(Boolean);
  rmSync(folder, { recursive: true });
  return written.map((line) => Line.parse(JSON.parse(line)));
}
