import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..", "..");

/** A start that fails when uncaught errors are listened to already. */
const START = `
  import { createLogger } from "#kernel/node/logging/logger.ts";
  import { closeOnSignal } from "#kernel/node/shutdown.ts";
  import { startProcess } from "#kernel/node/start-problem.ts";
  await startProcess(async () => {
    const log = createLogger({ service: "test", level: "info" });
    closeOnSignal(log, async () => undefined, () => console.log("taken as a failure of a part"));
    throw new Error("a mistake in the code");
  });`;

test("a start that fails by a mistake in the code ends with its stack and exit code 1", () => {
  const args = ["--input-type=module", "--eval", START];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^Error: a mistake in the code\n\s+at /);
});
