import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

import { type BenchDatabase, onBenchDatabase } from "#tests/bench/kit/bench-database.ts";
import { createRandom } from "#tests/kit/builders/random.ts";

import { verifyWhileSelling } from "./quiet.ts";
import { runTampering } from "./run-tampering.ts";
import { auditedLog } from "./tamper-database.ts";
import { openTwoTenants } from "./tampered-shops.ts";

// `npm run suite tamper`: 14 kinds of tampering in random places, as the database's superuser.
// Verify must name each with its tenant, number and kind. Then verify runs often while 16 writers
// sell, and must name nothing.   npm run suite tamper -- [--places 50] [--verifies 500] [--seed N]

const { values } = parseArgs({
  options: {
    places: { type: "string", default: "50" },
    verifies: { type: "string", default: "500" },
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
  },
});
const MOST_SEED = 2 ** 31;
const PAUSE_MS = 500;
const [places, verifies, seed] = [values.places, values.verifies, values.seed].map(Number);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = await onBenchDatabase((database) =>
  run(database, { placesOfKind: places ?? 0, times: verifies ?? 0, of: (seed ?? 0) % MOST_SEED }),
);

type TamperOptions = Readonly<{ placesOfKind: number; times: number; of: number }>;

async function run(
  database: BenchDatabase,
  { placesOfKind, times, of }: TamperOptions,
): Promise<number> {
  say(`seed ${of}`);
  const { url, passwords, pool } = database;
  const { keys, log } = auditedLog({
    connectionOf: (role) => ({ url, role, password: passwords[role] }),
  });
  const roles = {
    writer: pool("cmd_writer", 4),
    projector: pool("projector", 2),
    relay: pool("relay", 2),
  };
  const random = createRandom(of);
  await openTwoTenants(roles, keys, random);
  const missed = await runTampering(
    { admin: database.admin(1), log },
    { places: placesOfKind, seed: of, say },
  );
  const quiet = { verifies: times, pauseMs: PAUSE_MS, random, say };
  const { alarms, sold } = await verifyWhileSelling({ roles, keys, log }, quiet);
  say(
    `${missed} missed; ${alarms} false alarms in ${times} verifies while ${sold} sales were made`,
  );
  return missed + alarms === 0 ? 0 : 1;
}
