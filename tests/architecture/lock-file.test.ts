import { readFileSync } from "node:fs";

import { expect, test } from "vitest";
import * as z from "zod/mini";

import { row } from "#tests/scorecard/row.ts";

import { installed, LockFile, lockFileProblems } from "./lock-file.ts";

const Manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) });
const { allowScripts } = Manifest.parse(JSON.parse(readFileSync("package.json", "utf8")));
const lock = LockFile.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
const problems = (packages: LockFile["packages"]): number =>
  lockFileProblems({ ...lock, packages }, allowScripts).length;

row(
  40,
  "every package is from the registry, has a hash and runs no script",
  async ({ figure, control }) => {
    const all = installed(lock);
    figure("packages", all.length, { atLeast: 100 });
    figure("packages with another source, no hash or a script", problems(lock.packages), {
      exactly: 0,
    });
    const [path, pino] =
      Object.entries(lock.packages).find(([name]) => name.endsWith("/pino")) ?? [];
    if (path === undefined || !pino) throw new Error("pino is not in the lock file");
    const planted: readonly LockFile["packages"][string][] = [
      { ...pino, resolved: "http://registry.npmjs.org/pino/-/pino-10.4.0.tgz" },
      { ...pino, resolved: "https://registry.example/pino-10.4.0.tgz" },
      { ...pino, resolved: "git+ssh://git@github.com/pinojs/pino.git#0000000" },
      { ...pino, link: true },
      { ...pino, integrity: undefined },
      { ...pino, integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" },
      { ...pino, hasInstallScript: true },
    ];
    const found = planted.filter((entry) => problems({ ...lock.packages, [path]: entry }) === 1);
    control("planted faults found", found.length, { exactly: planted.length });
  },
);

test(".npmrc names no other registry", () => {
  expect(readFileSync(".npmrc", "utf8")).not.toMatch(/registry/);
});

test("no script is denied to a package that is not there", () => {
  const names = new Set(installed(lock).map(({ name }) => name));
  expect(Object.keys(allowScripts).filter((name) => !names.has(name))).toEqual([]);
});

test("every target of the Dockerfile that runs a service does so without root's rights", () => {
  const stages = readFileSync("Dockerfile", "utf8")
    .split(/^FROM /m)
    .slice(1);
  const run = stages.filter((stage) => /^CMD /m.test(stage));
  expect(run.length).toBeGreaterThan(4);
  expect(run.filter((stage) => !stage.startsWith("service AS "))).toEqual([]);
  const users = [
    ...(stages.find((stage) => stage.startsWith("base AS service")) ?? "").matchAll(
      /^USER (\S+)/gm,
    ),
  ];
  expect([users.map(([, user]) => user), run.some((stage) => /^USER /m.test(stage))]).toEqual([
    ["node"],
    false,
  ]);
});
