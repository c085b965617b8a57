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

/** Kept outside the database, so that the database's owner cannot sign a rewritten log. */
export const signedHeadKeyFile = (dataDir: string): string => join(dataDir, "checkpoint-key.pem");

/** The keys of a data folder, created at its first start. */
export async function openSignedHeadKeys(dataDir: string): Promise<SigningKeys> {
  const path = signedHeadKeyFile(dataDir);
  await makeSignedHeadKey(path);
  return readSigningKeys(path);
}

/** Returns false if the file exists: a signing key is never overwritten. */
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

/**
 * Adds a new private key and keeps the public keys of the earlier ones, so that earlier signatures
 * still verify.
 */
export async function rotateSignedHeadKey(path: string, mode = OWNER_ONLY): Promise<void> {
  const { publicKeys } = await readSignedHeadKeys(path);
  await rename(await writeBeside(path, newSignedHeadKeys(publicKeys.map(publicKeyOf)), mode), path);
}

/**
 * Writes the whole file to the disk before it gets its name: with half a key the product could no
 * longer sign.
 */
async function writeBeside(path: string, text: string, mode: number): Promise<string> {
  const next = `${path}.${randomUUID()}`;
  const file = await open(next, "wx", mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  // The umask may have removed bits.
  await chmod(next, mode);
  return next;
}
