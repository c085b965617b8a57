import { randomBytes, scryptSync } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import { startProblem } from "#kernel/node/start-problem.ts";

/** The secret of a backup: a person's password, or the 32 bytes of a key file. */
export type BackupSecret = Readonly<{ kind: "password" | "key"; value: Buffer }>;

const KEY_BYTES = 32;
export const SHORTEST_PASSWORD = 12;

/** 32 MB and about 0.1 s per guess. */
export const SCRYPT = { N: 32_768, r: 8, p: 1 } as const;

export function passwordSecret(password: string): BackupSecret {
  if (password.length < SHORTEST_PASSWORD) {
    throw startProblem(
      `The password of a backup must have at least ${SHORTEST_PASSWORD} characters.`,
    );
  }
  return { kind: "password", value: Buffer.from(password.normalize("NFC"), "utf8") };
}

/** A file with 32 bytes in base64, as `openssl rand -base64 32` writes one. */
export async function keyFileSecret(path: string): Promise<BackupSecret> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw startProblem(
      `The key file ${path} cannot be read: name another with --key-file FILE, or set BACKUP_PASSWORD.`,
      cause,
    );
  });
  const value = Buffer.from(text.trim(), "base64");
  if (value.length !== KEY_BYTES) {
    throw startProblem(`The key file ${path} must hold 32 bytes in base64.`);
  }
  return { kind: "key", value };
}

/** The key file of the automatic backups, created if missing. */
export async function ownKeyFile(path: string): Promise<BackupSecret> {
  await mkdir(dirname(path), { recursive: true });
  try {
    const made = `${randomBytes(KEY_BYTES).toString("base64")}\n`;
    await writeFile(path, made, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!isThere) throw error;
  }
  return keyFileSecret(path);
}

export function stretch({ kind, value }: BackupSecret, salt: Buffer): Buffer {
  if (kind === "key") return value;
  return scryptSync(value, salt, KEY_BYTES, { ...SCRYPT, maxmem: 128 * 1024 * 1024 });
}
