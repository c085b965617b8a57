import { mkdtemp, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import { createChecks } from "./checks.ts";
import { drillDistributed } from "./distributed.ts";
import { drillStandalone } from "./standalone.ts";

// `npm run suite backup-drill`: sells, backs up, sells on, loses the data folder, restores it, and restores it into the
// distributed product too. Exit code 0: everything came back. 1: something did not.

// Below the home of root nobody else may look, which is what Postgres wants of its folder.
const folder = await mkdtemp(join(homedir(), "tillbook-drill-"));
const checks = createChecks();
try {
  const backup = await drillStandalone(checks, folder);
  await drillDistributed(checks, folder, backup);
} finally {
  await rm(folder, { recursive: true, force: true });
}
const failed = checks.failed();
process.stdout.write(failed === 0 ? "Everything came back.\n" : `${failed} checks failed.\n`);
process.exitCode = failed === 0 ? 0 : 1;
