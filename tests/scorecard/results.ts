import type { Line } from "./row.ts";
import type { ScorecardRow } from "./rows.ts";

export type Result = Readonly<{
  row: ScorecardRow;
  figure: string;
  seed: string;
  seconds: number;
  state: "ok" | "short";
}>;

/** What the tests of one row measured, as one line. Without a figure and a control it is short. */
export function resultOf(row: ScorecardRow, all: readonly Line[]): Result {
  const lines = all.filter((line) => line.row === row.number);
  const ends = lines.filter((line) => line.kind === "end");
  const figures = lines.filter((line) => line.kind === "figure");
  const controls = lines.filter((line) => line.kind === "control");
  const failures = ends.flatMap(({ test, ok, reason }) => (ok ? [] : [`${test}: ${reason ?? ""}`]));
  const lacks = [
    ...(ends.length === 0 ? ["not run"] : []),
    ...(ends.length > 0 && figures.length === 0 ? ["no figure"] : []),
    ...(ends.length > 0 && controls.length === 0 ? ["no control"] : []),
  ];
  const told = [
    ...figures.map(({ what, value }) => `${what} ${inDigits(value)}`),
    ...controls.map(({ what, value }) => `control: ${what} ${inDigits(value)}`),
    ...failures,
    ...lacks,
  ];
  return {
    row,
    figure: told.join("; ").replaceAll(/[\t\n|]/g, " "),
    seed: [...new Set(ends.map(({ seed }) => seed))].join(" ") || "-",
    seconds: Math.round(ends.reduce((sum, { seconds }) => sum + seconds, 0)),
    state: failures.length === 0 && lacks.length === 0 ? "ok" : "short",
  };
}

const inDigits = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 3 : 1);

export const printed = ({ row, figure, seed, seconds, state }: Result): string =>
  [row.number, row.name, figure, row.target, seed, seconds, state].join("\t");

/** The share of the values of the rows that are ok, in percent. */
export function score(results: readonly Result[]): number {
  const sum = (some: readonly Result[]) => some.reduce((total, { row }) => total + row.value, 0);
  return (100 * sum(results.filter(({ state }) => state === "ok"))) / sum(results);
}

const START = "<!-- scorecard: written by `npm run scorecard -- --all` -->";
const END = "<!-- end of the scorecard -->";

/** The document with this run's results as its table. */
export function withTable(document: string, results: readonly Result[]): string {
  const [head, rest] = document.split(START);
  const tail = rest?.split(END)[1];
  if (head === undefined || tail === undefined) {
    throw new Error(`docs/reliability.md lacks its marks ${START} and ${END}`);
  }
  const cells = results.map(({ row, figure, seed, seconds, state }) =>
    [row.number, row.name, row.target, figure, seed, seconds, state].join(" | "),
  );
  const table = [
    "| Row | Fault | Target | This run | Seed | Seconds | State |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...cells.map((line) => `| ${line} |`),
  ];
  const restated = results.flatMap(({ row }) =>
    row.restated
      ? [`| ${row.number} | ${row.restated.was} | ${row.target} | ${row.restated.why} |`]
      : [],
  );
  const both =
    restated.length > 0
      ? ["| Row | First target | Target here | Why |", "| --- | --- | --- | --- |", ...restated, ""]
      : [];
  const written = [...table, "", ...both, summary(results)];
  return `${head}${START}\n\n${written.join("\n")}\n\n${END}${tail}`;
}

/** How many rows are ok, and their share of the value. */
export function summary(results: readonly Result[]): string {
  const ok = results.filter(({ state }) => state === "ok").length;
  return `${ok} of ${results.length} ok, ${score(results).toFixed(0)} % of the value`;
}
