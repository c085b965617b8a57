import * as z from "zod/mini";

import { fromHex, toHex } from "#web/format/bytes.ts";

// A PIN is checked without a network by what this till derived from it when the server had accepted
// it. The last step needs a key that never leaves the browser profile, so that a copy of the row
// alone does not give up the PIN.

/** As many as password storage needs with SHA-256: about half a second on a phone. */
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const DERIVED_BITS = 256;

/** Bytes are in hex. */
export const Verifier = z.object({ salt: z.string(), rounds: z.int(), proof: z.string() });
export type Verifier = z.infer<typeof Verifier>;

/** Not extractable: it can be used and stored, but not read. */
export const createDeviceKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);

export async function createVerifier(
  pin: string,
  key: CryptoKey,
  rounds = ROUNDS,
): Promise<Verifier> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const proof = await crypto.subtle.sign("HMAC", key, await derive(pin, salt, rounds));
  return { salt: toHex(salt), rounds, proof: toHex(new Uint8Array(proof)) };
}

export async function proves(pin: string, verifier: Verifier, key: CryptoKey): Promise<boolean> {
  const derived = await derive(pin, fromHex(verifier.salt), verifier.rounds);
  return crypto.subtle.verify("HMAC", key, fromHex(verifier.proof), derived);
}

async function derive(pin: string, salt: BufferSource, iterations: number): Promise<ArrayBuffer> {
  const text = new TextEncoder().encode(pin);
  const raw = await crypto.subtle.importKey("raw", text, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return crypto.subtle.deriveBits(how, raw, DERIVED_BITS);
}
