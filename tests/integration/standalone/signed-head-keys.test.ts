import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterEach, beforeEach, expect, test } from "vitest";

import {
  signedHeadKeyFile,
  makeSignedHeadKey,
  openSignedHeadKeys,
  rotateSignedHeadKey,
} from "#standalone/operator/signed-head-key/key-file.ts";

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, "../../../standalone/operator/signed-head-key/main.ts");

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillbook-key-"));
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (path: string): Promise<string> =>
  ((await stat(path)).mode & 0o777).toString(8);

test("a data folder gets a key that only its owner may read, once", async () => {
  const made = await openSignedHeadKeys(folder);
  const path = signedHeadKeyFile(folder);
  expect([await readdir(folder), await modeOf(path)]).toEqual([["checkpoint-key.pem"], "600"]);
  const again = await openSignedHeadKeys(folder);
  expect(again.publicKeys).toEqual(made.publicKeys);
});

test("two that start at once have one key", async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => openSignedHeadKeys(folder)));
  const keys = new Set(all.map(({ publicKeys }) => publicKeys[0]?.toString("hex")));
  expect([keys.size, await readdir(folder)]).toEqual([1, ["checkpoint-key.pem"]]);
});

test("a rotation makes a new key and keeps the public ones before it", async () => {
  const path = join(folder, "new", "key.pem");
  expect(await makeSignedHeadKey(path, 0o644)).toBe(true);
  expect(await makeSignedHeadKey(path)).toBe(false);
  const before = await readFile(path, "utf8");
  await rotateSignedHeadKey(path, 0o644);
  await rotateSignedHeadKey(path, 0o644);
  const text = await readFile(path, "utf8");
  expect(text.match(/BEGIN PRIVATE KEY/g)).toHaveLength(1);
  expect(text.match(/BEGIN PUBLIC KEY/g)).toHaveLength(2);
  expect(text).not.toContain(before);
  expect([await modeOf(path), await modeOf(join(folder, "new"))]).toEqual(["644", "700"]);
});

test("the command makes, refuses to write over, rotates, and prints no key", async () => {
  const env = { DATA_DIR: folder };
  const path = signedHeadKeyFile(folder);
  const made = await run(process.execPath, [MAIN], { env });
  expect(made.stdout).toBe(`${path} is made\n`);
  await expect(run(process.execPath, [MAIN], { env })).rejects.toThrow("is there already");
  const first = await readFile(path, "utf8");
  const rotated = await run(process.execPath, [MAIN, "--rotate"], { env });
  expect(rotated.stdout).toContain("has a new key");
  expect(await readFile(path, "utf8")).not.toBe(first);
  const [, secret = ""] = first.split("\n");
  expect(made.stdout + rotated.stdout).not.toContain(secret);
});

test("half a key is not taken for one", async () => {
  await writeFile(signedHeadKeyFile(folder), "-----BEGIN PRIVATE KEY-----\n");
  await expect(openSignedHeadKeys(folder)).rejects.toThrow("holds no key");
});
