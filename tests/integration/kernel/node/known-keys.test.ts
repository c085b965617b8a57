import { createPublicKey, generateKeyPairSync, randomBytes } from "node:crypto";

import { afterEach, beforeEach, expect, test } from "vitest";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { type HeldKey, requireKnownKeys } from "#kernel/node/crypto/known-keys.ts";
import { createSealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import { createPool } from "#kernel/node/postgres/connections.ts";
import { rawPublicKey } from "#kernel/verify/signed-note.ts";
import { connectionAs } from "#tests/kit/database/test-roles.ts";
import { serviceEnvironment } from "#tests/kit/product/product-processes.ts";
import { refusedStart } from "#tests/kit/product/refused-start.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

const key = () => randomBytes(32);
const data = (...keys: Buffer[]): HeldKey => ({ name: "data", place: "DATA_KEY", keys });
const signing = (...keys: Buffer[]): HeldKey => ({ name: "signed-heads", place: "FILE", keys });
const check = (...held: HeldKey[]): Promise<void> =>
  requireKnownKeys({ connection: connectionAs("cmd_writer", database.adminUrl), held });
const refused = (place: string) => new RegExp(`^${place}: not the key of this database\\.`);

/** Seals a person's name, as a version without fingerprints did. */
async function seal(dataKey: Buffer): Promise<void> {
  const pool = createPool({ ...connectionAs("cmd_writer", database.adminUrl), max: 1 });
  try {
    const sealer = createSealer({ dataKey, ...subjectKeys(pool) });
    await sealer.seal(PLATFORM_TENANT_ID, PLATFORM_TENANT_ID, "Ama Mensah");
  } finally {
    await pool.end();
  }
}

test("the first key is the known one: it is accepted again, and no other", async () => {
  const own = key();
  await check(data(own));
  await check(data(own));
  await expect(check(data(key()))).rejects.toThrow(refused("DATA_KEY"));
  await check(data(own));
});

test("without a fingerprint only a key that opens what is sealed becomes the known one", async () => {
  const own = key();
  await seal(own);
  await expect(check(data(key()))).rejects.toThrow(refused("DATA_KEY"));
  await check(data(own));
});

test("of two first starts with different keys one is refused", async () => {
  const starts = await Promise.allSettled([check(data(key())), check(data(key()))]);
  expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a signing key may be replaced while the file has the earlier one", async () => {
  const [first, second] = [1, 2].map(() =>
    rawPublicKey(createPublicKey(generateKeyPairSync("ed25519").privateKey)),
  );
  if (!first || !second) throw new Error("no keys");
  await check(signing(first));
  await check(signing(second, first));
  await expect(check(signing(second))).rejects.toThrow(refused("FILE"));
});

test("a wrong key beside a right one is named, and leaves no fingerprint", async () => {
  const own = key();
  await check(data(own));
  const hash: HeldKey = { name: "request-hash", place: "REQUEST_HASH_KEY", keys: [key()] };
  await expect(check(data(key()), hash)).rejects.toThrow(refused("DATA_KEY"));
  await check(data(own), { ...hash, keys: [key()] });
});

test("command API and projector refuse to start with another key", async () => {
  const env = serviceEnvironment({ adminUrl: database.adminUrl });
  await check(data(Buffer.from(env["DATA_KEY"] ?? "", "base64")), {
    name: "request-hash",
    place: "REQUEST_HASH_KEY",
    keys: [Buffer.from(env["REQUEST_HASH_KEY"] ?? "", "base64")],
  });
  const other = key().toString("base64");
  const lines = await Promise.all([
    refusedStart(["projector/main.ts"], { ...env, DATA_KEY: other }),
    refusedStart(["command-api/main.ts"], { ...env, DATA_KEY: other }),
    refusedStart(["command-api/main.ts"], { ...env, REQUEST_HASH_KEY: other }),
  ]);
  expect(lines).toEqual([
    expect.stringMatching(refused("DATA_KEY")),
    expect.stringMatching(refused("DATA_KEY")),
    expect.stringMatching(refused("REQUEST_HASH_KEY")),
  ]);
});
