import { mkdtemp, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import { createChecks } from "./checks.ts";
import { drillDistributed } from "./distributed.ts";
import { drillStandalone } from "./standalone.ts";

// `npm run suite backup-drill`: sells, backs up, sells on, loses the data folder, restores it, and
// restores it into the distributed product too. Exits with 0 if everything was restored, else with
// 1.

// In root's home, as Postgres requires a path that no other user may read.
const folder = await mkdtemp(join(homedir(), "tillbook-drill-"));
const checks = createChecks();
try {
  const backup = await drillStandalone(checks, folder);
  await drillDistributed(checks, folder, backup);
} finally {
  await rm(folder, { recursive: true, force: true });
}
const failed = checks.failed();
process.stdout.write(failed === 0 ? "Everything was restored.\n" : `${failed} checks failed.\n`);
process.exitCode = failed === 0 ? 0 : 1;
