import { signedHead, TILL_SIGNATURE } from "#kernel/contract/api/till/entries.ts";
import type { SignedBody } from "#web/api/signed-request.ts";
import { toBase64 } from "#web/format/bytes.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;
const SIGNATURE = { name: "ECDSA", hash: "SHA-256" } as const;

export type NewKeys = Readonly<{ keys: CryptoKeyPair; publicKey: string }>;

/** Pages that are not loaded over https have no cryptography, so they cannot be a till. */
export const canSign = (): boolean => globalThis.crypto?.subtle !== undefined;

/** The private key cannot be read, only used. */
export async function newKeys(): Promise<NewKeys> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
  const spki = await crypto.subtle.exportKey("spki", keys.publicKey);
  return { keys, publicKey: toBase64(new Uint8Array(spki)) };
}

/** The signature is over the body as it is sent. */
export async function sign(
  { privateKey }: CryptoKeyPair,
  path: string,
  json: object,
): Promise<SignedBody> {
  const plain = new TextEncoder().encode(JSON.stringify(json));
  const isPacked = globalThis.CompressionStream !== undefined && plain.length > LEAST_PACKED;
  const bytes = isPacked ? await gzip(plain) : plain;
  const head = new TextEncoder().encode(signedHead("POST", path));
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const signature = await crypto.subtle.sign(SIGNATURE, privateKey, signed);
  return {
    bytes,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      ...(isPacked ? { "content-encoding": "gzip" } : {}),
      [TILL_SIGNATURE]: toBase64(new Uint8Array(signature)),
    },
  };
}

/** A smaller body fits into one packet. */
const LEAST_PACKED = 1_000;

async function gzip(plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([plain]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
