import type { Line } from "./row.ts";
import { ROWS, type ScorecardRow } from "./rows.ts";

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

/** The document with these results in its table. Rows that were not run keep their line. */
export function withTable(document: string, results: readonly Result[]): string {
  const [head, rest] = document.split(START);
  const [before, tail] = rest?.split(END) ?? [];
  if (head === undefined || before === undefined || tail === undefined) {
    throw new Error(`docs/reliability.md lacks its marks ${START} and ${END}`);
  }
  const lines = ROWS.map(
    (row) => results.find((result) => result.row === row) ?? earlier(row, before),
  );
  const table = [
    "| Row | Fault | Target | Figures and controls | Seed | Seconds | State |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...lines.map(
      ({ row, figure, seed, seconds, state }) =>
        `| ${[row.number, row.name, row.target, figure, seed, seconds, state].join(" | ")} |`,
    ),
  ];
  const restated = ROWS.flatMap(({ number, target, restated: was }) =>
    was ? [`| ${number} | ${was.was} | ${target} | ${was.why} |`] : [],
  );
  const both = [
    "| Row | First target | Target here | Why |",
    "| --- | --- | --- | --- |",
    ...restated,
  ];
  const written = [...table, "", summary(lines), "", ...both];
  return `${head}${START}\n\n${written.join("\n")}\n\n${END}${tail}`;
}

/** A line of the table as an earlier run wrote it. */
function earlier(row: ScorecardRow, table: string): Result {
  const line = table.split("\n").find((text) => text.startsWith(`| ${row.number} | ${row.name} |`));
  const [, , , , figure = "not run", seed = "-", seconds = "0", state = "short"] = (line ?? "")
    .split("|")
    .map((cell) => cell.trim());
  const isOk = state === "ok";
  return { row, figure, seed, seconds: Number(seconds), state: isOk ? "ok" : "short" };
}

/** How many rows are ok, and their share of the value. */
export function summary(results: readonly Result[]): string {
  const ok = results.filter(({ state }) => state === "ok").length;
  return `${ok} of ${results.length} ok, ${score(results).toFixed(0)} % of the value`;
}
