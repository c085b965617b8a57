import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { LOGIN_ROLES } from "#kernel/node/postgres/roles.ts";
import { makeSecrets, readSecrets } from "#standalone/product/secrets.ts";

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "tillbook-secrets-"));
  folder = join(parent, "data");
});
afterEach(() => rm(parent, { recursive: true }));

const file = () => join(folder, "secrets.json");
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test("are made once, for their owner only, and read again", async () => {
  const made = await readSecrets(folder);
  expect([await modeOf(file()), await modeOf(folder)]).toEqual([0o600, 0o700]);
  const stored = await readFile(file(), "utf8");

  expect(await readSecrets(folder)).toEqual(made);
  expect(await readFile(file(), "utf8")).toBe(stored);
});

test("have a password for each role and keys of the right size, none of them twice", async () => {
  const { rolePasswords, dataKey, requestHashKey, ...tokens } = await readSecrets(folder);
  expect(Object.keys(rolePasswords).toSorted()).toEqual([...LOGIN_ROLES].toSorted());
  for (const key of [dataKey, requestHashKey]) {
    expect(Buffer.from(key, "base64")).toHaveLength(32);
  }
  const all = [...Object.values(rolePasswords), dataKey, requestHashKey, ...Object.values(tokens)];
  expect(new Set(all).size).toBe(all.length);
  expect(Math.min(...all.map((secret) => secret.length))).toBeGreaterThanOrEqual(32);
});

test("are other ones in another folder", async () => {
  expect(makeSecrets()).not.toEqual(makeSecrets());
  expect(await readSecrets(folder)).not.toEqual(await readSecrets(join(parent, "other")));
});

test.for<[what: string, text: string]>([
  ["no JSON", "{"],
  ["empty", ""],
  ["without a key", '{"dataKey":"x"}'],
])(
  "are never replaced if the file is %s: everything they sealed would be lost",
  async ([, text]) => {
    await readSecrets(folder);
    await writeFile(file(), text);
    await expect(readSecrets(folder)).rejects.toThrow(`${file()} cannot be read`);
    expect(await readFile(file(), "utf8")).toBe(text);
  },
);

test("are the same ones for two starts at once, or one of them fails", async () => {
  const starts = await Promise.allSettled([readSecrets(folder), readSecrets(folder)]);
  const kept = await readSecrets(folder);
  const made = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  expect(made.length).toBeGreaterThan(0);
  for (const secrets of made) expect(secrets).toEqual(kept);
});
