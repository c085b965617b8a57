import { mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll } from "vitest";

import { row } from "#tests/scorecard/row.ts";

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

row(16, "a shop that loses its data folder while it sells is restored", async (proof) => {
  const { figure, control } = proof;
  const checks = createChecks();
  const drill = await drillStandalone(checks, folder, SOLD);
  const sales = drill.facts.reduce((sum, one) => sum + one.sales, 0);
  figure("sales in the backup", sales, { atLeast: SOLD.before * drill.shops.length });
  figure("counts, sums, heads and rows that differ", checks.failed(), { exactly: 0 });
  figure("seconds until restored", drill.restoredInMs / 1000, { atMost: 15 * 60 });
  control("shops in which a bad DELETE is seen", drill.seenDamaged, {
    exactly: drill.shops.length,
  });
  control("missing, cut and changed files refused", drill.refused, { exactly: drill.badFiles });
});
