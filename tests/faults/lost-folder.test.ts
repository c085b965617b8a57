import { mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createChecks } from "./backup-drill/checks.ts";
import { drillStandalone } from "./backup-drill/standalone.ts";

// `npm run suite backup-drill` with few sales. The drill also moves a shop to the distributed
// product.
const SOLD = { before: 40, after: 20 };

let folder: string;
beforeAll(async () => {
  const home = process.getuid?.() === 0 ? homedir() : tmpdir();
  folder = await mkdtemp(join(home, "tillbook-lost-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a shop that loses its data folder while it sells is restored", async () => {
  const checks = createChecks();
  await drillStandalone(checks, folder, SOLD);
  expect(checks.failed()).toBe(0);
});
