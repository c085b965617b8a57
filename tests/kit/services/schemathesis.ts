import { access, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import { runTool } from "#standalone/product/postgres/run-process.ts";

import { findProgram } from "./find-program.ts";
import { readTestSettings } from "./test-settings.ts";

const VERSION = "4.32.5";

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Schemathesis in a Python environment of its own. PyPI is asked unless the cache has it. */
async function schemathesis(): Promise<string> {
  const { cache, path } = readTestSettings();
  const folder = join(cache, `schemathesis-${VERSION}`);
  const program = join(folder, "bin", "schemathesis");
  if (await isThere(program)) return program;
  const python = findProgram("python3", path);
  if (python === undefined) throw new Error("python3 is not on the PATH");
  await mkdir(cache, { recursive: true });
  // Its programs name its folder, so it is made where it stays, and removed if it is not complete.
  const made = await runTool(python, ["-m", "venv", folder]);
  const pip = join(folder, "bin", "pip");
  const added = await runTool(pip, ["install", "--quiet", `schemathesis==${VERSION}`]);
  if (added.code === 0) return program;
  await rename(folder, `${folder}.broken`).catch(() => undefined);
  await rm(`${folder}.broken`, { recursive: true, force: true });
  throw new Error(`Schemathesis cannot be installed: ${made.output} ${added.output}`);
}

const Report = z.object({
  operations: z.object({ tested: z.number(), errored: z.number() }),
  test_cases: z.object({ generated: z.number() }),
  failures: z.array(
    z.object({ type: z.string(), count: z.number(), operations: z.array(z.unknown()) }),
  ),
});
export type FuzzReport = z.infer<typeof Report> & Readonly<{ output: string }>;

type Fuzzing = Readonly<{
  /** The address of the OpenAPI document. */
  document: string;
  token: string;
  seed: number;
  examples: number;
  /** Where the report is written. */
  folder: string;
  /** Paths to test, or not to test, as regular expressions. */
  only?: string;
  without?: string;
}>;

const CHECKS = [
  "not_a_server_error",
  "negative_data_rejection",
  "ignored_auth",
  "use_after_free",
  "response_schema_conformance",
  "content_type_conformance",
];

/** Sends what the document allows and what it forbids, with and without a session. */
export async function fuzz(fuzzing: Fuzzing): Promise<FuzzReport> {
  const { document, token, seed, examples, folder, only, without } = fuzzing;
  const report = join(folder, `report-${Date.now()}.json`);
  const options = {
    header: `Authorization: Bearer ${token}`,
    checks: CHECKS.join(),
    "max-examples": String(examples),
    seed: String(seed),
    "suppress-health-check": "all",
    workers: "2",
    "request-timeout": "20",
    report: "json",
    "report-json-path": report,
    ...(only === undefined ? {} : { "include-path-regex": only }),
    ...(without === undefined ? {} : { "exclude-path-regex": without }),
  };
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const args = ["run", document, "--continue-on-failure", "--no-shrink", ...named];
  // In the folder of the test, because the tool leaves its own files where it runs.
  const inFolder = ["-c", 'cd "$0" && exec "$@"', folder];
  const { output } = await runTool("sh", [...inFolder, await schemathesis(), ...args]);
  const text = await readFile(report, "utf8").catch(() => "");
  if (text === "") throw new Error(`Schemathesis wrote no report: ${output}`);
  return { ...Report.parse(JSON.parse(text)), output };
}
