import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { SigningKeys } from "#kernel/verify/signed-head-keys.ts";
import type { OpenedLog } from "#standalone/operator/audit/open-log.ts";
import { verifyDatabase } from "#standalone/operator/audit/verify-database.ts";
import { verifyWhileSelling } from "#tests/faults/tamper/quiet.ts";
import { runTampering } from "#tests/faults/tamper/run-tampering.ts";
import { auditedLog } from "#tests/faults/tamper/tamper-database.ts";
import { openTwoTenants, type Roles } from "#tests/faults/tamper/tampered-shops.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { connectionAs } from "#tests/kit/database/test-roles.ts";

// `npm run suite tamper`, in one place of each kind.
const PLACES = 1;
const VERIFIES = 3;
const SEED = 20261122;
const WITHIN_MS = 240_000;

let database: LogDatabase;
let admin: pg.Pool;
let roles: Roles;
let keys: SigningKeys;
let log: OpenedLog;
beforeAll(async () => {
  database = await openLogDatabase();
  admin = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  // The database is dropped at the end, perhaps before the last connection has closed.
  admin.on("error", () => undefined);
  ({ keys, log } = auditedLog({
    connectionOf: (role) => connectionAs(role, database.adminUrl),
  }));
  roles = {
    writer: database.as("cmd_writer", 4),
    projector: database.as("projector", 2),
    relay: database.as("relay", 2),
  };
  await openTwoTenants(roles, keys, createRandom(SEED));
});
afterAll(async () => {
  await admin.end();
  await database.close();
});

const said: string[] = [];
const say = (line: string): void => {
  said.push(line);
};

test("nothing is named in shops that were not tampered with", async () => {
  const { deviations } = await verifyDatabase(log, { isLogOnly: false, progress: () => undefined });
  expect(deviations).toEqual([]);
});

test(
  "every kind of tampering is named, with its shop, number and kind, and nothing else",
  async () => {
    const missed = await runTampering({ admin, log }, { places: PLACES, seed: SEED, say });
    expect({ missed, said: said.filter((line) => line.startsWith("  ")) }).toEqual({
      missed: 0,
      said: [],
    });
    expect(said.filter((line) => line.endsWith(`${PLACES} of ${PLACES} named`))).toHaveLength(14);
  },
  WITHIN_MS,
);

test("nothing is named while others sell, project and sign", async () => {
  const quiet = { verifies: VERIFIES, pauseMs: 50, random: createRandom(SEED), say };
  const { alarms, sold } = await verifyWhileSelling({ roles, keys, log }, quiet);
  expect(alarms, said.join("\n")).toBe(0);
  expect(sold).toBeGreaterThan(VERIFIES);
});
