import { createPrivateKey, generateKeyPairSync } from "node:crypto";

import { describe, expect, test } from "vitest";

import {
  openNote,
  parseVerifierKey,
  rawPublicKey,
  signNote,
  verifierKey,
} from "#kernel/verify/signed-note.ts";

// The vector of the reference implementation, golang.org/x/mod/sumdb/note.
const VERIFIER_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const SEED = Buffer.from("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz", "base64").subarray(1);
const TEXT =
  "If you think cryptography is the answer to your problem,\n" +
  "then you don't know what your problem is.\n";
const SIGNATURE =
  "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=";
const NOTE = `${TEXT}\n— PeterNeumann ${SIGNATURE}\n`;

const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const privateKey = createPrivateKey({
  key: Buffer.concat([PKCS8_HEAD, SEED]),
  format: "der",
  type: "pkcs8",
});
const peter = parseVerifierKey(VERIFIER_KEY);
if (!peter) throw new Error("the key of the vector was not read");

describe("the vector of the reference implementation", () => {
  test("its key is read and written", () => {
    expect(verifierKey(peter.name, peter.raw)).toBe(VERIFIER_KEY);
    expect(rawPublicKey(privateKey)).toEqual(peter.raw);
  });

  test("its note opens", () => {
    expect(openNote(NOTE, [peter])).toEqual({ text: TEXT, signedBy: peter });
  });

  test("its note comes out byte for byte", () => {
    expect(signNote(TEXT, "PeterNeumann", privateKey)).toBe(NOTE);
  });

  test("no part of its key is a key, nor is one with a changed letter", () => {
    const parts = Array.from({ length: VERIFIER_KEY.length }, (_, at) => [
      VERIFIER_KEY.slice(0, at),
      VERIFIER_KEY.slice(at + 1),
      `${VERIFIER_KEY.slice(0, at)}${String.fromCodePoint((VERIFIER_KEY.codePointAt(at) ?? 0) + 1)}${VERIFIER_KEY.slice(at + 1)}`,
    ]).flat();
    expect(parts.filter((part) => parseVerifierKey(part) !== undefined)).toEqual([]);
    for (const key of [
      "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
      "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    ]) {
      expect(parseVerifierKey(key)).toBeUndefined();
    }
  });
});

describe("a note", () => {
  const other = generateKeyPairSync("ed25519");
  const others = { name: "PeterNeumann", raw: rawPublicKey(other.publicKey) };
  const alsoSigned = (by: string, bytes: Buffer) => `${NOTE}— ${by} ${bytes.toString("base64")}\n`;

  test("that was changed anywhere cannot be opened", () => {
    const bytes = Buffer.from(NOTE);
    const opened = [...bytes.keys()].filter((at) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return openNote(changed.toString("latin1"), [peter]) ?? openNote(changed.toString(), [peter]);
    });
    expect(opened).toEqual([]);
  });

  test("signed by an unknown key cannot be opened", () => {
    expect(openNote(NOTE, [])).toBeUndefined();
    expect(openNote(NOTE, [others])).toBeUndefined();
    expect(openNote(NOTE, [{ ...peter, name: "Peter" }])).toBeUndefined();
  });

  test("opens with an additional unknown signature, but not with a wrong one of a known key", () => {
    expect(openNote(alsoSigned("stranger", Buffer.alloc(68, 1)), [peter])?.text).toBe(TEXT);
    const wrong = Buffer.concat([Buffer.from("c74f20a3", "hex"), Buffer.alloc(64, 1)]);
    expect(openNote(alsoSigned("PeterNeumann", wrong), [peter])).toBeUndefined();
    const short = Buffer.from("c74f20a301", "hex");
    expect(openNote(alsoSigned("PeterNeumann", short), [peter])).toBeUndefined();
  });

  test("may have empty lines: the last one is before the signatures", () => {
    const text = "one\n\ntwo\n";
    expect(openNote(signNote(text, "PeterNeumann", privateKey), [peter])?.text).toBe(text);
  });

  test.each([
    ["without a signature", `${TEXT}\n`],
    ["without an empty line", `${TEXT}— PeterNeumann ${SIGNATURE}\n`],
    ["without its last newline", NOTE.slice(0, -1)],
    ["with a carriage return", NOTE.replace("\n", "\r\n")],
    ["with a line behind the signatures", `${NOTE}more\n`],
    ["with another dash", NOTE.replace("—", "-")],
    ["with a signature in other letters", NOTE.replace("nAM=", "nAN=")],
  ])("%s cannot be opened", (_, note) => {
    expect(openNote(note, [peter])).toBeUndefined();
  });
});
