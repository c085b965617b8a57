import { describe, expect, test } from "vitest";

import {
  codeOf,
  matchingStep,
  newSeed,
  stepOf,
  toBase32,
  toOtpUri,
} from "#command-api/credentials/totp.ts";
import { authenticatorCode } from "#tests/kit/fakes/authenticator.ts";

const SEED = Buffer.from("12345678901234567890");

describe("a TOTP code", () => {
  // RFC 6238, appendix B, SHA-1, the last six digits.
  test.for([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ] as const)("matches the standard at second %i", ([second, code]) => {
    expect(codeOf(SEED, stepOf(second * 1000))).toBe(code);
  });

  test("equals the code an app derives from the shown secret", () => {
    for (let at = 0; at < 100; at++) {
      const seed = newSeed();
      const atMs = 1_700_000_000_000 + at * 31_000;
      expect(authenticatorCode(toBase32(seed), atMs)).toBe(codeOf(seed, stepOf(atMs)));
    }
  });
});

describe("a typed TOTP code", () => {
  const nowMs = 1_700_000_010_000;
  const now = stepOf(nowMs);
  const tried = (step: number, lastStep = 0) =>
    matchingStep(SEED, codeOf(SEED, step), { nowMs, lastStep });

  test("is accepted one step early or late, and no further", () => {
    expect([-2, -1, 0, 1, 2].map((off) => tried(now + off))).toEqual([
      undefined,
      now - 1,
      now,
      now + 1,
      undefined,
    ]);
  });

  test("must belong to a later step than the last accepted code", () => {
    expect(tried(now, now)).toBeUndefined();
    expect(tried(now - 1, now)).toBeUndefined();
    expect(tried(now + 1, now)).toBe(now + 1);
  });

  test.for(["", "12345", "1234567", "12345a", "１２３４５６", "      "])(
    "%j is rejected",
    (code) => {
      expect(matchingStep(SEED, code, { nowMs, lastStep: 0 })).toBeUndefined();
    },
  );
});

test("a seed has 160 random bits and is shown in base32", () => {
  const seeds = Array.from({ length: 50 }, newSeed);
  expect(seeds.every((seed) => seed.length === 20)).toBe(true);
  expect(new Set(seeds.map((seed) => seed.toString("hex"))).size).toBe(50);
  expect(toBase32(SEED)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(toOtpUri(SEED, "ama@example.com")).toBe(
    "otpauth://totp/Tillbook:ama%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tillbook",
  );
});
