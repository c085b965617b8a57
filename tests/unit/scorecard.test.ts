import { describe, expect, test } from "vitest";

import { figuresOf, resultOf, score, withEarlier, withTable } from "#tests/scorecard/results.ts";
import { type Line, meets } from "#tests/scorecard/row.ts";
import { ROWS } from "#tests/scorecard/rows.ts";

const [FIRST] = ROWS;
const common = { row: 1, test: "t", seed: 7 };
const figure: Line = { ...common, kind: "figure", what: "lost", value: 0, target: "0", ok: true };
const control: Line = { ...figure, kind: "control", what: "lost without it", value: 3 };
const end: Line = { ...common, kind: "end", ok: true, seconds: 1.2 };

const stateOf = (...lines: Line[]) => FIRST && resultOf(FIRST, lines).state;

describe("the scorecard", () => {
  test("has forty rows worth 684 points", () => {
    expect(ROWS.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
    expect(ROWS.reduce((sum, { value }) => sum + value, 0)).toBe(684);
  });

  test("a row is ok with a figure, a control and no failure", () => {
    expect(stateOf(figure, control, end)).toBe("ok");
  });

  test("a row without a figure, without a control, or not run, is short", () => {
    expect(stateOf(control, end)).toBe("short");
    expect(stateOf(figure, end)).toBe("short");
    expect(stateOf()).toBe("short");
  });

  test("one failed test makes its row short, with its reason", () => {
    const failed: Line = { ...end, ok: false, reason: "lost 2" };
    expect(stateOf(figure, control, end, failed)).toBe("short");
    expect(FIRST && resultOf(FIRST, [figure, control, failed]).figure).toContain("lost 2");
  });

  test("the score is the share of the value", () => {
    const results = ROWS.slice(0, 2).map((row, n) =>
      resultOf(row, n === 0 ? [figure, control, end] : []),
    );
    expect(score(results)).toBe(50);
  });

  test("both ends of a target are met", () => {
    expect(meets(2, { atMost: 2 })).toBe(true);
    expect(meets(3, { atMost: 2 })).toBe(false);
    expect(meets(2, { atLeast: 2 })).toBe(true);
    expect(meets(0.44, { from: 0.45, to: 0.55 })).toBe(false);
    expect(meets(0, { exactly: 0 })).toBe(true);
  });

  test("rows that were not run keep their state and figures", () => {
    const document = [
      "# R",
      "<!-- scorecard: written by `npm run scorecard -- --all` -->",
      "<!-- end of the scorecard -->",
      "",
    ].join("\n");
    const [first, second] = ROWS.map((row) =>
      resultOf(
        row,
        [figure, control, end].map((line): Line => ({ ...line, row: row.number })),
      ),
    );
    if (!first || !second) throw new Error("no rows");
    const once = withEarlier([first], "");
    const twice = withEarlier([second], figuresOf(once));
    expect(twice[0]).toEqual(first);
    expect(twice[1]).toEqual(second);
    expect(twice[2]).toMatchObject({ figure: "not run", seed: "-", seconds: 0, state: "short" });
    expect(withEarlier([], figuresOf(twice))).toEqual(twice);
    const table = withTable(document, twice);
    const lineOf = (start: string) => table.split("\n").find((line) => line.startsWith(start));
    expect(lineOf("| 2 | Read or write across tenants | 0 leaks")).toContain("| ok |");
    expect(lineOf("| 3 |")).toContain("| short |");
    expect(table).toContain("2 of 40 ok");
    expect(withTable(table, twice)).toBe(table);
  });
});
