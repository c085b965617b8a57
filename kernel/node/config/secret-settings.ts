import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

import * as z from "zod/mini";

import { described, checkedText, url } from "./settings.ts";

const KEY_BYTES = 32;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A key of 32 random bytes in base64. */
export function secretKey(meaning: string) {
  const isGood = (value: string) =>
    BASE64.test(value) && Buffer.from(value, "base64").length === KEY_BYTES;
  const schema = z.pipe(
    checkedText(`must be ${KEY_BYTES} bytes in base64`, isGood),
    z.transform((value) => Buffer.from(value, "base64")),
  );
  return described(schema, { meaning, secret: "generated" });
}

/** A password chosen by a machine: production requires 32 bytes. */
export const machinePassword = (meaning: string) =>
  described(z.string(), { meaning, secret: "generated" });

/** A password that a person types. */
export const personPassword = (meaning: string) =>
  described(
    checkedText(
      "must have 8 to 128 characters",
      (value) => value.length >= 8 && value.length <= 128,
    ),
    { meaning, secret: "chosen" },
  );

/** A URL with a password that grants full access. */
export const secretUrl = (meaning: string, schemes: readonly string[]) =>
  described(url(meaning, schemes), { meaning, secret: "generated" });

/** Like `secretUrl`, with a password set by a third party: its length is not ours to check. */
export const chosenSecretUrl = (meaning: string, schemes: readonly string[]) =>
  described(url(meaning, schemes), { meaning, secret: "chosen" });

/** An Ed25519 private key, PKCS#8 PEM in base64. */
export const privateKey = (meaning: string) =>
  described(pem("an Ed25519 private key (PKCS#8 PEM in base64)", createPrivateKey), {
    meaning,
    secret: "generated",
  });

/** An Ed25519 public key, SPKI PEM in base64. A private key is refused: this setting is printed. */
export const publicKey = (meaning: string) =>
  described(pem("an Ed25519 public key (SPKI PEM in base64)", parsePublicKey), { meaning });

const pem = (what: string, parse: (pem: string) => KeyObject) =>
  z.pipe(
    checkedText(`must be ${what}`, (value) => isEd25519(fromBase64(value), parse)),
    z.transform(fromBase64),
  );

const fromBase64 = (value: string) => Buffer.from(value, "base64").toString("utf8");

/** Node silently derives the public key from a private one. */
const parsePublicKey = (text: string) =>
  createPublicKey({
    key: Buffer.from(text.replace(/-----[^-]*-----|\s/g, ""), "base64"),
    format: "der",
    type: "spki",
  });

function isEd25519(text: string, parse: (pem: string) => KeyObject): boolean {
  try {
    return parse(text).asymmetricKeyType === "ed25519";
  } catch {
    return false;
  }
}

/** With keys that do not match, every token would be refused and all users locked out. */
export const isKeyPair = (privatePem: string, publicPem: string): boolean =>
  createPublicKey(privatePem).equals(createPublicKey(publicPem));
