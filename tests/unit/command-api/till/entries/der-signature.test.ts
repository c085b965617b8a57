import { generateKeyPairSync, sign, verify } from "node:crypto";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toDer } from "#command-api/till/entries/der-signature.ts";

/** 32 bytes that end with these. */
const number = (hex: string): Buffer => Buffer.from(hex.padStart(64, "0"), "hex");
const derOf = (r: string, s: string): string =>
  toDer(Buffer.concat([number(r), number(s)])).toString("hex");

describe("a signature in DER", () => {
  test("has numbers without leading zeros", () => {
    expect(derOf("01", "7f00")).toBe("300702010102027f00");
  });

  test("has a zero before a first bit that is set, because numbers are signed", () => {
    expect(derOf("80", "ff01")).toBe("300902020080020300ff01");
    const highest = "ff".repeat(32);
    expect(derOf(highest, highest)).toBe(`3046${`022100${highest}`.repeat(2)}`);
  });

  test("has 0 as one byte", () => {
    expect(derOf("", "")).toBe("3006020100020100");
  });

  test("is what the same key signs, for any text", () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    fc.assert(
      fc.property(fc.uint8Array(), (text) => {
        const plain = sign("sha256", text, { key: privateKey, dsaEncoding: "ieee-p1363" });
        expect(verify("sha256", text, publicKey, toDer(plain))).toBe(true);
        plain.writeUInt8(plain.readUInt8(40) ^ 1, 40);
        expect(verify("sha256", text, publicKey, toDer(plain))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
