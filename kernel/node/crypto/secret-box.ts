import { hkdfSync } from "node:crypto";

import { decrypt, encrypt } from "./seal.ts";

/** For secrets that stand in ordinary tables: the database alone must not be enough to use them. */
export type SecretBox = Readonly<{
  /** `owner` is whoever the secret belongs to: moved to another row it does not open. */
  seal: (owner: string, secret: Buffer) => Buffer;
  open: (owner: string, sealed: Buffer) => Buffer;
}>;

/** Each purpose has a key of its own, made from DATA_KEY. */
export function createSecretBox(dataKey: Buffer, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", dataKey, "", `tillbook ${purpose}`, 32));
  return {
    seal: (owner, secret) => encrypt(key, secret, Buffer.from(owner)),
    open: (owner, sealed) => decrypt(key, sealed, Buffer.from(owner)),
  };
}
