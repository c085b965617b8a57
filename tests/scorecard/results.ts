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

/** The document for readers, with the state of each row. */
export function withTable(document: string, results: readonly Result[]): string {
  const [head, rest] = document.split(START);
  const tail = rest?.split(END)[1];
  if (head === undefined || tail === undefined) {
    throw new Error(`docs/reliability.md lacks its marks ${START} and ${END}`);
  }
  const table = [
    "| Row | Fault | Target | State |",
    "| --- | --- | --- | --- |",
    ...results.map(({ row: { number, name, target, restated }, state }) => {
      const title = restated ? `${name} *(restated)*` : name;
      return `| ${[number, title, target, state].join(" | ")} |`;
    }),
  ];
  const restated = ROWS.flatMap(({ number, target, restated: was }) =>
    was ? [`| ${number} | ${was.was} | ${target} | ${was.why} |`] : [],
  );
  const both = [
    "| Row | First target | Target here | Why |",
    "| --- | --- | --- | --- |",
    ...restated,
  ];
  const written = [...table, "", summary(results), "", ...both];
  return `${head}${START}\n\n${written.join("\n")}\n\n${END}${tail}`;
}

const INTRODUCTION = `# Figures of the forty faults

Written by \`npm run scorecard -- --all\`: what the last run of each row of [reliability.md](reliability.md) measured. A control is the same check with the protection removed, or with the fault planted.`;

/** Every figure and control of every row. */
export function figuresOf(results: readonly Result[]): string {
  const sections = results.map(({ row, figure, seed, seconds, state }) =>
    [
      headingOf(row),
      "",
      `${row.target}: ${state}. ${seconds} s, seeds ${seed}.`,
      "",
      ...figure.split("; ").map((one) => `- ${one}`),
    ].join("\n"),
  );
  return `${[INTRODUCTION, ...sections].join("\n\n")}\n`;
}

/** All rows: those that were not run as an earlier run wrote them. */
export const withEarlier = (results: readonly Result[], figures: string): readonly Result[] =>
  ROWS.map((row) => results.find((result) => result.row === row) ?? earlier(row, figures));

function earlier(row: ScorecardRow, figures: string): Result {
  const [, after = ""] = `${figures}\n`.split(`${headingOf(row)}\n`);
  const [section = ""] = after.split("\n## ");
  const [, state, seconds = "0", seed = "-"] =
    /: (ok|short)\. (\d+) s, seeds (.+)\.$/m.exec(section) ?? [];
  const told = section
    .split("\n")
    .flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
  return {
    row,
    figure: told.join("; ") || "not run",
    seed,
    seconds: Number(seconds),
    state: state === "ok" ? "ok" : "short",
  };
}

const headingOf = ({ number, name }: ScorecardRow): string => `## ${number}. ${name}`;

/** How many rows are ok, and their share of the value. */
export function summary(results: readonly Result[]): string {
  const ok = results.filter(({ state }) => state === "ok").length;
  return `${ok} of ${results.length} ok, ${score(results).toFixed(0)} % of the value`;
}
