import { expect, test } from "vitest";

import { pinLockMs, pinProblem } from "#kernel/contract/pin-rules.ts";

const EASY = "This PIN is too easy to guess. Do not repeat digits or count up or down.";

test.each(["1111", "0000", "1212", "123123", "1234", "4321", "7890", "0987", "123456", "909090"])(
  "PIN-01: %s is too easy to guess",
  (pin) => expect(pinProblem(pin, "cashier")).toBe(EASY),
);

test.each(["2580", "1990", "0612", "48291", "199006", "1122"])("PIN-01: %s may be a PIN", (pin) =>
  expect(pinProblem(pin, "cashier")).toBeUndefined(),
);

test.each(["", "123", "1234567", "12a4", "١٢٣٤", " 1234", "1234 "])("PIN-01: %j is no PIN", (pin) =>
  expect(pinProblem(pin, "cashier")).toBe("A PIN has 4 to 6 digits"),
);

test("PIN-02: people who may approve need 6 digits", () => {
  for (const role of ["owner", "manager"]) {
    expect(pinProblem("2580", role)).toBe("Your role needs a PIN of 6 digits");
    expect(pinProblem("48291", role)).toBe("Your role needs a PIN of 6 digits");
    expect(pinProblem("482915", role)).toBeUndefined();
  }
});

test("PIN-05: four wrong tries are free; the next lock for 1, 5 and then 15 minutes each", () =>
  expect([0, 1, 4, 5, 6, 7, 8, 50].map((wrong) => pinLockMs(wrong) / 60_000)).toEqual([
    0, 0, 0, 1, 5, 15, 15, 15,
  ]));
