import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import {
  alertNames,
  MONITORING,
  readDashboard,
  readMonitoring,
} from "#tests/kit/product/metrics.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const run = promisify(execFile);

describeWith(["prometheus"], "the files for Prometheus", () => {
  test("are valid in Prometheus's own words", async () => {
    const { stdout } = await run("promtool", ["check", "config", MONITORING.config]);
    expect(stdout).toContain(`${alertNames().length} rules found`);
    expect(alertNames().length).toBeGreaterThan(15);
  });
});

test("every alert has a summary and says how urgent it is", () => {
  const rules = readMonitoring("rules").split("- alert: ").slice(1);
  const wrong = rules.filter(
    (rule) => !/severity: (?:page|ticket) \}/.test(rule) || !/summary: "/.test(rule),
  );
  expect(wrong).toEqual([]);
});

test("every alert has a line in docs/operations.md with its meaning and what to do, and no other has", () => {
  const described = [
    ...readFileSync("docs/operations.md", "utf8").matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm),
  ].map(([, name]) => name);
  expect(described).toEqual(alertNames());
});

test("the dashboard has panels with queries, and names only alerts that exist", () => {
  const text = readMonitoring("dashboard");
  const { panels } = readDashboard();
  const graphs = panels.filter(({ type }) => type !== "row");
  expect(graphs.length).toBeGreaterThan(20);
  expect(graphs.filter(({ targets = [] }) => targets.length === 0)).toEqual([]);
  const named = [...text.matchAll(/Alerts? ([A-Z]\w+)(?:[^."]* and ([A-Z]\w+))?/g)].flatMap(
    ([, one = "", other]) => (other === undefined ? [one] : [one, other]),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !alertNames().includes(name))).toEqual([]);
});
