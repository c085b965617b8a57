import { mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createChecks } from "#tests/drill/checks.ts";
import { drillDistributed } from "#tests/drill/distributed.ts";
import { drillStandalone } from "#tests/drill/standalone.ts";

let folder: string;
beforeAll(async () => {
  const home = process.getuid?.() === 0 ? homedir() : tmpdir();
  folder = await mkdtemp(join(home, "tillbook-lost-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a shop that loses its data folder while it sells gets it back, and moves to servers with the same file", async () => {
  const checks = createChecks();
  const backup = await drillStandalone(checks, folder);
  await drillDistributed(checks, folder, backup);
  expect(checks.failed()).toBe(0);
});
