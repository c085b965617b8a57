import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { newSignedHeadKeys } from "#kernel/verify/signed-head-keys.ts";
import { SIGNED_HEAD_KEY_FILE } from "#standalone/operator/signed-head-key/key-file.ts";
import { makeSecrets, SECRETS_FILE } from "#standalone/product/secrets.ts";
import { refusedStart } from "#tests/kit/product/refused-start.ts";
import { startStandalone } from "#tests/kit/product/standalone-process.ts";

// Keys that are kept outside the database, and a database that was used with them.

let folder = "";
let dataDir = "";
const PRODUCTION = { NODE_ENV: "production" };

beforeAll(async () => {
  folder = await mkdtemp(join(process.getuid?.() === 0 ? homedir() : tmpdir(), "tillbook-keys-"));
  dataDir = join(folder, "data");
  const product = await startStandalone(dataDir, PRODUCTION);
  await product.stop();
});
afterAll(() => rm(folder, { recursive: true }));

const fileOf = (name: string): string => join(dataDir, name);
const start = () =>
  refusedStart(["standalone/main.ts"], { DATA_DIR: dataDir, PORT: "0", ...PRODUCTION });

/** Runs with another file in the place of this one; undefined is none. */
async function instead(name: string, text: string | undefined, work: () => Promise<void>) {
  const aside = join(folder, name);
  await rename(fileOf(name), aside);
  try {
    if (text !== undefined) await writeFile(fileOf(name), text);
    await work();
  } finally {
    await rm(fileOf(name), { force: true });
    await rename(aside, fileOf(name));
  }
}

const FILES = [SECRETS_FILE, SIGNED_HEAD_KEY_FILE];
const other = (name: string): string =>
  name === SECRETS_FILE ? JSON.stringify(makeSecrets()) : newSignedHeadKeys();

test.each(FILES)("without %s no start makes a new one: it says how to restore it", async (name) => {
  await instead(name, undefined, async () => {
    expect(await start()).toBe(
      `${fileOf(name)} is missing, and the database beside it needs it: a backup has it: "npm run restore -- --from FILE --keys FOLDER" takes it out, then copy it there.`,
    );
    expect(existsSync(fileOf(name))).toBe(false);
  });
});

test.each(FILES)("another %s is refused", async (name) => {
  await instead(name, other(name), async () => {
    expect(await start()).toContain(`${name}: not the key of this database.`);
  });
});

test("both files are whole and for their owner only, and nothing is left beside them", async () => {
  const modes = await Promise.all(
    FILES.map(async (name) => (await stat(fileOf(name))).mode & 0o777),
  );
  expect(modes).toEqual([0o600, 0o600]);
  expect((await readdir(dataDir)).filter((name) => /^(secrets|checkpoint)/.test(name))).toEqual(
    FILES.toSorted(),
  );
  expect(await readFile(fileOf(SECRETS_FILE), "utf8")).toMatch(/\}$/);
});
