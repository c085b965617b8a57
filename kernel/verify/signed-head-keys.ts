import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { readFile } from "node:fs/promises";

import type { Queryable } from "#kernel/node/postgres/connections.ts";
import { startProblem } from "#kernel/node/start-problem.ts";

import { rawPublicKey } from "./signed-note.ts";

/**
 * The keys of one file: the private key that signs, and the public keys of all keys that ever
 * signed.
 */
export type SignedHeadKeys = Readonly<{
  /** Absent if the file has public keys only, which is enough to verify. */
  signing?: KeyObject;
  /** 32 bytes each, the current one first. */
  publicKeys: readonly Buffer[];
}>;

/** The keys of an installation that signs. */
export type SigningKeys = SignedHeadKeys & Required<Pick<SignedHeadKeys, "signing">>;

const BLOCK = /-----BEGIN (PRIVATE|PUBLIC) KEY-----[^-]+-----END \1 KEY-----/g;

/** Reads any number of PEM blocks: at most one private key. Text between the blocks is ignored. */
export function parseSignedHeadKeys(text: string): SignedHeadKeys {
  const blocks = [...text.matchAll(BLOCK)];
  const [signing, ...more] = blocks.flatMap(([pem, kind]) =>
    kind === "PRIVATE" ? [createPrivateKey(pem)] : [],
  );
  if (more.length > 0) throw new Error("holds more than one private key");
  const publics = blocks.flatMap(([pem, kind]) =>
    kind === "PUBLIC" ? [createPublicKey(pem)] : [],
  );
  const all = [...(signing ? [signing] : []), ...publics];
  if (all.length === 0) throw new Error("holds no key");
  if (all.some((key) => key.asymmetricKeyType !== "ed25519")) {
    throw new Error("holds a key that is not Ed25519");
  }
  return { ...(signing && { signing }), publicKeys: all.map(rawPublicKey) };
}

export async function readSignedHeadKeys(path: string): Promise<SignedHeadKeys> {
  try {
    return parseSignedHeadKeys(await readFile(path, "utf8"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw startProblem(`the signing key file ${path}: ${reason}`, cause);
  }
}

export async function readSigningKeys(path: string): Promise<SigningKeys> {
  const { signing, publicKeys } = await readSignedHeadKeys(path);
  if (!signing) throw startProblem(`the signing key file ${path}: holds no private key`);
  return { signing, publicKeys };
}

/** A new key file: a new private key, and the public keys of the earlier ones. */
export function newSignedHeadKeys(before: readonly KeyObject[] = []): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return [
    privateKey.export({ type: "pkcs8", format: "pem" }),
    ...before.map((key) => key.export({ type: "spki", format: "pem" })),
  ].join("");
}

/**
 * The installation's public keys as its database has them. The owner of the database can have added
 * keys.
 */
export async function installationKeys(db: Queryable): Promise<readonly Buffer[]> {
  const { rows } = await db.query<{ key: Buffer }>(
    "select public_key as key from audit.checkpoint_keys order by since_ms",
  );
  return rows.map(({ key }) => key);
}
