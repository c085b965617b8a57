import { describe, expect, test } from "vitest";

import { numbered, provenBy, testNames } from "./behaviour.ts";
import { readSource, sourceFiles } from "./source-files.ts";

const behaviours = numbered(readSource("docs/behaviour.md"));
const proofs = sourceFiles()
  .filter((path) => path.startsWith("tests/"))
  .flatMap((path) =>
    testNames(path, readSource(path)).flatMap((name) =>
      provenBy(name).map((number) => ({ number, path })),
    ),
  );

describe("the numbered behaviours", () => {
  test("have a test each that carries the number", () => {
    const proven = new Set(proofs.map(({ number }) => number));
    const missing = behaviours.filter((number) => !proven.has(number));
    expect(missing, `no test proves ${missing.join(" ")}`).toEqual([]);
  });

  test("are all that tests say they prove", () => {
    const known = new Set(behaviours);
    expect(proofs.filter(({ number }) => !known.has(number))).toEqual([]);
  });

  test("are numbered once each", () => {
    expect(behaviours.length).toBeGreaterThan(200);
    expect(behaviours.filter((number, at) => behaviours.indexOf(number) !== at)).toEqual([]);
  });
});

describe("the head of a name", () => {
  test("names what the test proves", () => {
    expect(provenBy("SALE-07: a sale without items is refused")).toEqual(["SALE-07"]);
    expect(provenBy("API-10, H-9, SALE-11: twice is once")).toEqual(["API-10", "SALE-11"]);
    expect(provenBy("a sale: SALE-07 is no head")).toEqual([]);
    expect(provenBy("M-2: sums add up")).toEqual([]);
  });

  test("is found whichever way a test is written", () => {
    const source = [
      `test("a", () => {});`,
      `it("b", () => {});`,
      "test.each([1])(`SALE-07: ${1} on`, () => {});",
      `describe("d", () => { test.each(SIZES)("c", async () => {}); });`,
    ].join("\n");
    expect(testNames("x.ts", source)).toEqual(["a", "b", "SALE-07: … on", "d", "c"]);
  });
});
