import { mkdtemp, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach } from "vitest";

import { fillDisk, type Part } from "#tests/faults/drills/disk-full.ts";
import { row } from "#tests/scorecard/row.ts";

// Needs the right to mount a small file system in a namespace of its own: root, or a container with
// CAP_SYS_ADMIN.

const MINUTES = 4 * 60_000;
const PARTS: readonly (readonly [Part, string])[] = [
  ["base", "the tables have no room"],
  ["pg_wal", "the write-ahead log has no room"],
];

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(homedir(), "tillbook-full-"));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 20, retryDelay: 200 }));

for (const [part, what] of PARTS) {
  row(30, what, (proof) => fillDisk(part, folder, proof), MINUTES);
}
