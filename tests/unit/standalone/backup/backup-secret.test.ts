import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import {
  backupMs,
  backupName,
  isBackupName,
  backupDirOf,
} from "#standalone/operator/backup/backup-paths.ts";
import {
  keyFileSecret,
  ownKeyFile,
  passwordSecret,
} from "#standalone/operator/backup/backup-secret.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillbook-secret-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a key file is made once, for its owner alone, and read again", async () => {
  const path = join(folder, "data-backup.key");
  const made = await ownKeyFile(path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await ownKeyFile(path)).value.equals(made.value)).toBe(true);
  expect((await keyFileSecret(path)).value.equals(made.value)).toBe(true);
  expect(Buffer.from(await readFile(path, "utf8"), "base64")).toHaveLength(32);
});

test("what is no key, and what is too short for a password, is said in one line", async () => {
  const path = join(folder, "key");
  await writeFile(path, "short");
  await expect(keyFileSecret(path)).rejects.toThrow("must hold 32 bytes in base64");
  await expect(keyFileSecret(join(folder, "none"))).rejects.toThrow(
    /cannot be read: name another with --key-file FILE/,
  );
  expect(() => passwordSecret("eleven char")).toThrow("at least 12 characters");
});

test("backups are beside the data folder and not in it, unless another folder is set", () => {
  expect(backupDirOf({ DATA_DIR: "/srv/shop/data" })).toBe("/srv/shop/data-backups");
  expect(backupDirOf({ DATA_DIR: "/srv/data", BACKUP_DIR: "/mnt/usb" })).toBe("/mnt/usb");
});

test("the name of a backup tells when it was taken, and sorts by it", () => {
  const [early, late] = [Date.parse("2026-03-09T23:59:58Z"), Date.parse("2026-11-10T00:00:00Z")];
  expect(backupName(early)).toBe("tillbook-20260309T235958Z.backup");
  expect([backupName(late), backupName(early)].toSorted()).toEqual([
    backupName(early),
    backupName(late),
  ]);
  expect(backupMs(backupName(late))).toBe(late);
  expect(isBackupName(`${backupName(early)}.part`)).toBe(false);
});
