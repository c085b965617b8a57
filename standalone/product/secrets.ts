import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import { LOGIN_ROLES, type RolePasswords } from "#kernel/node/postgres/roles.ts";

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
const OWNER_ONLY = 0o600;

/**
 * The keys of a data folder, created once, from those of a backup if given. Without them personal
 * data cannot be read.
 */
export async function readSecrets(
  dataDir: string,
  restored: Partial<Secrets> = {},
): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, SECRETS_FILE);
  try {
    const stored: unknown = JSON.parse(await readFile(path, "utf8"));
    return Secrets.parse(stored);
  } catch (cause) {
    if (!isMissing(cause)) throw new Error(`${path} cannot be read`, { cause });
  }
  const secrets = { ...makeSecrets(), ...restored };
  await writeFile(path, JSON.stringify(secrets, undefined, 2), { mode: OWNER_ONLY, flag: "wx" });
  return secrets;
}

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
