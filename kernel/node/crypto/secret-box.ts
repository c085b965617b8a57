import { hkdfSync } from "node:crypto";

import { decrypt, encrypt } from "./seal.ts";

/** For secrets in ordinary tables: the database alone is not enough to use them. */
export type SecretBox = Readonly<{
  /** `owner` is authenticated: a secret copied to another owner's row cannot be opened. */
  seal: (owner: string, secret: Buffer) => Buffer;
  open: (owner: string, sealed: Buffer) => Buffer;
}>;

/** Each purpose has its own key, derived from DATA_KEY. */
export function createSecretBox(dataKey: Buffer, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", dataKey, "", `tillbook ${purpose}`, 32));
  return {
    seal: (owner, secret) => encrypt(key, secret, Buffer.from(owner)),
    open: (owner, sealed) => decrypt(key, sealed, Buffer.from(owner)),
  };
}
