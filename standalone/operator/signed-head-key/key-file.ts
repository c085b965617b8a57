import { randomUUID } from "node:crypto";
import { chmod, link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import {
  newSignedHeadKeys,
  readSignedHeadKeys,
  readSigningKeys,
  type SigningKeys,
} from "#kernel/verify/signed-head-keys.ts";
import { publicKeyOf } from "#kernel/verify/signed-note.ts";

const OWNER_ONLY = 0o600;

/** Beside the database and not in it: who owns the database cannot sign another past. */
export const signedHeadKeyFile = (dataDir: string): string => join(dataDir, "checkpoint-key.pem");

/** The keys of a data folder, made at its first start. */
export async function openSignedHeadKeys(dataDir: string): Promise<SigningKeys> {
  const path = signedHeadKeyFile(dataDir);
  await makeSignedHeadKey(path);
  return readSigningKeys(path);
}

/** False where there is one already: a key that has signed is never written over. */
export async function makeSignedHeadKey(path: string, mode = OWNER_ONLY): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = await writeBeside(path, newSignedHeadKeys(), mode);
  try {
    await link(next, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(next);
  }
}

/** A new private key; of those before it the public ones stay, so that all they signed still verifies. */
export async function rotateSignedHeadKey(path: string, mode = OWNER_ONLY): Promise<void> {
  const { publicKeys } = await readSignedHeadKeys(path);
  await rename(await writeBeside(path, newSignedHeadKeys(publicKeys.map(publicKeyOf)), mode), path);
}

/** Whole and on the disk before it gets its name: half a key would lock the product out of its own log. */
async function writeBeside(path: string, text: string, mode: number): Promise<string> {
  const next = `${path}.${randomUUID()}`;
  const file = await open(next, "wx", mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  // Whatever the umask took away.
  await chmod(next, mode);
  return next;
}
