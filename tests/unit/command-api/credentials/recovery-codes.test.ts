import { expect, test } from "vitest";

import {
  formatRecoveryCode,
  newRecoveryCodes,
  parseRecoveryCode,
} from "#command-api/credentials/recovery-codes.ts";

test("creates ten different codes, each starting with its index", () => {
  const codes = newRecoveryCodes();
  expect(codes.map((code) => code.slice(0, 1)).join("")).toBe("0123456789");
  expect(new Set(codes.map((code) => code.slice(1))).size).toBe(10);
  expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20);
});

test("accepts a code in any spelling", () => {
  for (const code of newRecoveryCodes()) {
    const shown = formatRecoveryCode(code);
    expect(shown).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    for (const typed of [shown, code, shown.toUpperCase(), ` ${shown.replaceAll("-", " ")} `]) {
      expect(parseRecoveryCode(typed)).toEqual({ ix: Number(code[0]), code });
    }
  }
});

test.for(["", "123456", "0abc-defg", "x234-5678-9abc", "0234-5678-9ab0", "0".repeat(64)])(
  "%j is not a recovery code",
  (typed) => {
    expect(parseRecoveryCode(typed)).toBeUndefined();
  },
);
