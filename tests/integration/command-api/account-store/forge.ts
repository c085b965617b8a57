import { createHmac, generateKeyPairSync, sign } from "node:crypto";

import * as z from "zod/mini";

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The claims of a token, without checking its signature. */
export const claimsOf = (token: string): Record<string, unknown> =>
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));

type Signer = (input: string) => string;

/** Builds a token from any header, claims and signer. */
export function forge(header: object, claims: unknown, signer: Signer): string {
  const input = `${part(header)}.${part(claims)}`;
  return `${input}.${signer(input)}`;
}

export const edDsa =
  (privateKeyPem: string): Signer =>
  (input) =>
    sign(null, Buffer.from(input), privateKeyPem).toString("base64url");

export const hmac =
  (secret: string): Signer =>
  (input) =>
    createHmac("sha256", secret).update(input).digest("base64url");

export const unsigned: Signer = () => "";

export function strangersKeys() {
  const ed = generateKeyPairSync("ed25519");
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = { type: "pkcs8", format: "pem" } as const;
  return {
    edDsa: edDsa(ed.privateKey.export(pem).toString()),
    publicKeyPem: ed.publicKey.export({ type: "spki", format: "pem" }).toString(),
    edJwk: ed.publicKey.export({ format: "jwk" }),
    rsa: (input: string): string =>
      sign("RSA-SHA256", Buffer.from(input), rsa.privateKey).toString("base64url"),
  };
}
