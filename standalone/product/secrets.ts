import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import { LOGIN_ROLES, type RolePasswords } from "#kernel/node/postgres/roles.ts";
import { startProblem } from "#kernel/node/start-problem.ts";

import { refuseLostKey } from "./lost-key.ts";
import { createFile } from "./whole-file.ts";

const text = z.string().check(z.minLength(1));

const Secrets = z.object({
  rolePasswords: z.record(z.enum(LOGIN_ROLES), text),
  dataKey: text,
  requestHashKey: text,
  tokenPrivateKey: text,
  tokenPublicKey: text,
});

/**
 * The secrets that distributed services get from their environment. Keys are base64; token keys are
 * PEM.
 */
export type Secrets = z.infer<typeof Secrets> & Readonly<{ rolePasswords: RolePasswords }>;

export const SECRETS_FILE = "secrets.json";

/** The keys of a data folder, created before its database. */
export async function readSecrets(
  dataDir: string,
  restored: Partial<Secrets> = {},
): Promise<Secrets> {
  const path = join(dataDir, SECRETS_FILE);
  const found = await readFile(path, "utf8").catch((cause: unknown) => {
    if (isMissing(cause)) return undefined;
    throw unreadable(path, cause);
  });
  if (found !== undefined) return parseSecrets(path, found);
  await refuseLostKey(dataDir, SECRETS_FILE);
  await writeSecrets(path, restored);
  // Another start may have been first.
  return parseSecrets(path, await readFile(path, "utf8"));
}

/** Writes new secrets, with the keys of a backup if given. An existing file stays as it is. */
export const writeSecrets = (path: string, restored: Partial<Secrets> = {}): Promise<boolean> =>
  createFile(path, JSON.stringify({ ...makeSecrets(), ...restored }, undefined, 2));

function parseSecrets(path: string, content: string): Secrets {
  try {
    const stored: unknown = JSON.parse(content);
    return Secrets.parse(stored);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

const unreadable = (path: string, cause: unknown): Error =>
  startProblem(`${path} cannot be read: restore it from a backup.`, cause);

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

export function makeSecrets(): Secrets {
  const key = (): string => randomBytes(32).toString("base64");
  const { privateKey, publicKey } = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return Secrets.parse({
    rolePasswords: Object.fromEntries(
      LOGIN_ROLES.map((role) => [role, randomBytes(24).toString("base64url")]),
    ),
    dataKey: key(),
    requestHashKey: key(),
    tokenPrivateKey: privateKey,
    tokenPublicKey: publicKey,
  });
}
