import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { runTool } from "#standalone/product/postgres/run-process.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillbook-reporter-"));
});

afterEach(() => rm(folder, { recursive: true }));

/** A real run of Vitest over these files, each in a project of its own, with our reporter beside the default one. */
const runTests = async (
  files: Readonly<Record<string, string>>,
  notRun: unknown = [],
  filter = "test",
) => {
  const projects = Object.keys(files).map((name) => ({ test: { name, include: [name] } }));
  const config = `
    import { createReporter } from ${JSON.stringify(resolve("tests/kit/reporter.ts"))};
    const reporters = ["default", createReporter(${JSON.stringify(notRun)})];
    export default { test: { globals: true, reporters, projects: ${JSON.stringify(projects)}.map(
      (project) => ({ ...project, test: { ...project.test, globals: true } })) } };`;
  await writeFile(join(folder, "vitest.config.mts"), config);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const vitest = resolve("node_modules/vitest/vitest.mjs");
  const { code, output } = await runTool(process.execPath, [
    vitest,
    "run",
    "--root",
    folder,
    filter,
  ]);
  return { code, lines: output.split("\n") };
};

const GREEN = `test("a", () => {}); describe("in", () => test("b", () => {}));`;
const LEFT_OUT = `describe("Kafka", { skip: true, meta: { notRun: "java is not on the PATH" } }, () => {
  describe("deeper", () => test("a", () => {}));
  test("b", () => {});
});`;

describe("the last line of a run", { timeout: 30_000 }, () => {
  test("adds up all projects", async () => {
    const { code, lines } = await runTests({ "a.test.ts": GREEN, "b.test.ts": GREEN });
    expect(lines.at(-1)).toBe("4 passed, 0 failed, 0 skipped");
    expect(code).toBe(0);
  });

  test("stands below the names and reasons of what cannot run here", async () => {
    const notRun = [{ name: "sell.browser.test.tsx", reason: "there is no Chromium" }];
    const { code, lines } = await runTests({ "a.test.ts": GREEN, "b.test.ts": LEFT_OUT }, notRun);
    expect(lines.slice(-4)).toEqual([
      "Not run on this machine:",
      "  sell.browser.test.tsx: there is no Chromium",
      "  b.test.ts > Kafka: java is not on the PATH",
      "2 passed, 0 failed, 3 skipped",
    ]);
    expect(code).toBe(0);
  });

  test("counts a file that cannot be loaded, a failing hook and an unhandled error as failures", async () => {
    const { code, lines } = await runTests({
      "import.test.ts": `import "./nowhere.ts";`,
      "hook.test.ts": `beforeAll(() => { throw new Error("hook"); }); test("a", () => {});`,
      "late.test.ts": `test("a", () => { void Promise.reject(new Error("late")); });`,
      "red.test.ts": `test("a", () => { throw new Error("red"); }); test("b", () => {});`,
    });
    expect(lines.at(-1)).toBe("2 passed, 4 failed, 1 skipped");
    expect(code).toBe(1);
  });

  test("is red where nothing ran at all", async () => {
    const { code, lines } = await runTests({ "a.test.ts": GREEN }, [], "nowhere");
    expect(lines).toContain("0 passed, 1 failed, 0 skipped");
    expect(code).toBe(1);
  });
});
