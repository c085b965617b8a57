import { readFile } from "node:fs/promises";
import { join } from "node:path";

import {
  newSignedHeadKeys,
  readSignedHeadKeys,
  readSigningKeys,
  type SigningKeys,
} from "#kernel/verify/signed-head-keys.ts";
import { publicKeyOf } from "#kernel/verify/signed-note.ts";
import { refuseLostKey } from "#standalone/product/lost-key.ts";
import { createFile, replaceFile } from "#standalone/product/whole-file.ts";

export const SIGNED_HEAD_KEY_FILE = "checkpoint-key.pem";

/** Kept outside the database, so that the database's owner cannot sign a rewritten log. */
export const signedHeadKeyFile = (dataDir: string): string => join(dataDir, SIGNED_HEAD_KEY_FILE);

/** The keys of a data folder, created before its database. */
export async function openSignedHeadKeys(dataDir: string): Promise<SigningKeys> {
  const path = signedHeadKeyFile(dataDir);
  if (!(await isThere(path))) {
    await refuseLostKey(dataDir, SIGNED_HEAD_KEY_FILE);
    await makeSignedHeadKey(path);
  }
  return readSigningKeys(path);
}

const isThere = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    () => false,
  );

/** Returns false if the file exists: a signing key is never overwritten. */
export const makeSignedHeadKey = (path: string, mode?: number): Promise<boolean> =>
  createFile(path, newSignedHeadKeys(), mode);

/**
 * Adds a new private key and keeps the public keys of the earlier ones, so that earlier signatures
 * still verify.
 */
export async function rotateSignedHeadKey(path: string, mode?: number): Promise<void> {
  const { publicKeys } = await readSignedHeadKeys(path);
  await replaceFile(path, newSignedHeadKeys(publicKeys.map(publicKeyOf)), mode);
}
