import { randomBytes } from "node:crypto";

import { LOGIN_ROLES, passwordVariable } from "#kernel/node/postgres/roles.ts";
import { makeSecrets } from "#standalone/product/secrets.ts";

/** New secrets of the distributed services, as lines of a .env file. */
export function composeSecrets(): Readonly<Record<string, string>> {
  const secrets = makeSecrets();
  const passwords = new Map(
    LOGIN_ROLES.map((role) => [passwordVariable(role), secrets.rolePasswords[role]]),
  );
  return {
    POSTGRES_PASSWORD: randomBytes(32).toString("base64url"),
    ...Object.fromEntries(passwords),
    DATA_KEY: secrets.dataKey,
    REQUEST_HASH_KEY: secrets.requestHashKey,
    BACKUP_PASSWORD: randomBytes(32).toString("base64url"),
    // Base64, because a PEM spans several lines and a .env value may not.
    TOKEN_PRIVATE_KEY: Buffer.from(secrets.tokenPrivateKey).toString("base64"),
    TOKEN_PUBLIC_KEY: Buffer.from(secrets.tokenPublicKey).toString("base64"),
  };
}
