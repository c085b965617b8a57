import { generateKeyPairSync, sign } from "node:crypto";

import { signedHead } from "#kernel/contract/api/till/entries.ts";

/** A browser profile's key, which never leaves it. */
export type TillSigner = Readonly<{
  /** SPKI in base64. */
  publicKey: string;
  /** The header of a request with this body: r and s of ECDSA, 64 bytes in base64. */
  sign: (path: string, body: Buffer, method?: string) => string;
}>;

export function createSigner(): TillSigner {
  const { privateKey: key, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    publicKey: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
    sign: (path, body, method = "POST") =>
      sign("sha256", Buffer.concat([Buffer.from(signedHead(method, path)), body]), {
        key,
        // As WebCrypto makes it.
        dsaEncoding: "ieee-p1363",
      }).toString("base64"),
  };
}
