import { heldSigningKeys, requireKnownKeys } from "#kernel/node/crypto/known-keys.ts";
import type { SigningKeys } from "#kernel/verify/signed-head-keys.ts";

import { SECRETS_FILE, type Secrets } from "./secrets.ts";

const fromBase64 = (key: string): Buffer => Buffer.from(key, "base64");

/** Throws if the key files of a data folder are not those of the database beside them. */
export function requireOwnKeys(
  url: string,
  { rolePasswords, dataKey, requestHashKey }: Secrets,
  signedHeadKeys?: SigningKeys,
): Promise<void> {
  return requireKnownKeys({
    connection: { url, role: "cmd_writer", password: rolePasswords.cmd_writer },
    held: [
      { name: "data", place: SECRETS_FILE, keys: [fromBase64(dataKey)] },
      { name: "request-hash", place: SECRETS_FILE, keys: [fromBase64(requestHashKey)] },
      ...heldSigningKeys("checkpoint-key.pem", signedHeadKeys),
    ],
  });
}
