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

/** Tests of the whole way: from a screen in a browser, or a request, to the database and back. */
const WHOLE_WAY = /^tests\/(?:e2e|faults|integration|kit\/browser\/screens)\/|\.browser\.test\./;
/** No screen and no request shows these. */
const WITHIN: Readonly<Record<string, string>> = {
  "NOTE-14": "no payment is charged through a provider yet, so nothing sends these",
  "TILL-60": "a server that has lost a till needs a restore, of which TILL-05 is the server's part",
  "TILL-122": "processes ask each other",
  "TILL-151": "what the sale of a till becomes is decided by a pure function",
  "TILL-156": "only a till that was tampered with sends it",
  "STATE-19": "the files of the build are counted",
  "TAX-09": "a thousand carts are computed",
  "API-16": "the HTTP server alone, with real sockets",
};

describe("the numbered behaviours", () => {
  test("have a test each that carries the number", () => {
    const proven = new Set(proofs.map(({ number }) => number));
    const missing = behaviours.filter((number) => !proven.has(number));
    expect(missing, `no test proves ${missing.join(" ")}`).toEqual([]);
  });

  test("are shown in the running product, in a browser or from a request to the database", () => {
    const shown = new Set(
      proofs.flatMap(({ number, path }) => (WHOLE_WAY.test(path) ? number : [])),
    );
    const missing = behaviours.filter((number) => !shown.has(number));
    expect(missing).toEqual(Object.keys(WITHIN));
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
