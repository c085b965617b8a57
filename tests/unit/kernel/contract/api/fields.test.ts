import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  clearableEmail,
  clearableText,
  email,
  optionalEmail,
  optionalText,
  PriceInput,
  QuantityInput,
  StockInput,
  text,
} from "#kernel/contract/api/fields.ts";
import { read, refused } from "#tests/kit/checks/schema-checks.ts";

const UNSTORABLE = [
  "a\u0000b",
  "\u0007",
  "a\rb",
  "a\u000bb",
  "\u001f",
  "\u007f",
  "\ud800",
  "a\udfffb",
];
const STORABLE = [
  "Milo 400g",
  "a\tb",
  "a\nb",
  "Ọ̀rẹ́ 😀 ₵",
  "\u202eevil",
  "<b>&'\"",
  "' or 1=1 --",
  "=1+1",
  "__proto__",
];

describe("a text", () => {
  const name = text(20, "Name is required");

  test.for(STORABLE)("accepts %j unchanged", (value) => expect(read(name, value)).toBe(value));
  test.for(UNSTORABLE)("refuses %j, which the log could not store", (value) => {
    expect(read(name, value)).toBe(refused);
    expect(read(optionalText(20), value)).toBe(refused);
    expect(read(clearableText(20), value)).toBe(refused);
  });
  test("is trimmed, and may be as long as its maximum", () => {
    expect(read(name, "  Milo  ")).toBe("Milo");
    expect(read(name, "x".repeat(20))).toBe("x".repeat(20));
    expect(read(name, "x".repeat(21))).toBe(refused);
  });
  test.for(["", "   ", null, undefined, 5, true, [], {}])("refuses %j", (value) =>
    expect(name.safeParse(value).error?.issues[0]?.message).toBe("Name is required"),
  );
});

describe("an optional text from a legacy client", () => {
  const note = optionalText(5);
  const changed = clearableText(5);

  test("is absent when it is empty or null", () => {
    for (const value of ["", "   ", null, undefined]) expect(read(note, value)).toBeUndefined();
    expect(read(note, " abc ")).toBe("abc");
    for (const value of ["abcdef", 5, [], true]) expect(read(note, value)).toBe(refused);
  });

  test("in a change is unchanged when empty, and cleared when null", () => {
    for (const value of ["", "  ", undefined]) expect(read(changed, value)).toBeUndefined();
    expect(read(changed, null)).toBeNull();
    expect(read(changed, " abc ")).toBe("abc");
    expect(read(changed, "abcdef")).toBe(refused);
  });
});

describe("an email", () => {
  const required = email("Email is required", "Invalid email address");
  const messageFor = (value: unknown) => required.safeParse(value).error?.issues[0]?.message;

  test("is text, an @ and text, converted to lower case", () => {
    expect(read(required, " Ama@Example.COM ")).toBe("ama@example.com");
    expect(read(required, "a@b")).toBe("a@b");
  });

  test("has a message for each problem", () => {
    expect(messageFor("")).toBe("Email is required");
    expect(messageFor(undefined)).toBe("Email is required");
    for (const value of ["ama", "@b", "a@", "a b@c", "a@b@c", "a@b c"]) {
      expect(messageFor(value)).toBe("Invalid email address");
    }
    expect(messageFor(`${"a".repeat(250)}@b.cd`)).toBe("Must have at most 254 characters");
  });

  test("may be left out where it is optional", () => {
    for (const value of ["", null, undefined]) {
      expect(read(optionalEmail("no"), value)).toBeUndefined();
    }
    expect(read(clearableEmail("no"), null)).toBeNull();
    expect(read(clearableEmail("no"), "")).toBeUndefined();
    expect(read(clearableEmail("no"), "A@B")).toBe("a@b");
    expect(read(optionalEmail("no"), "ama")).toBe(refused);
  });

  test("with 500,000 hostile characters is checked in a time that grows with its length only", () => {
    for (const hostile of ["a@".repeat(250_000), "a".repeat(500_000), `${" ".repeat(499_999)}@`]) {
      const before = performance.now();
      expect(read(required, hostile)).toBe(refused);
      // By its square it would take minutes.
      expect(performance.now() - before).toBeLessThan(5_000);
    }
  });
});

test("no JSON value makes a field throw", () => {
  const fields = [
    PriceInput,
    QuantityInput,
    StockInput,
    text(9, "no"),
    optionalText(9),
    email("no", "no"),
  ];
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.string({ unit: "binary", maxLength: 12 }),
        fc.double(),
      ),
      (value) => {
        for (const field of fields) field.safeParse(value);
      },
    ),
    { numRuns: 300 },
  );
});
