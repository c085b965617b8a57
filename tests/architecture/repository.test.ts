import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { FORBIDDEN_TEXTS, forbiddenTexts } from "./forbidden-texts.ts";
import { readSource, textFiles } from "./source-files.ts";

const Manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) });
const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      hasInstallScript: z.optional(z.boolean()),
      integrity: z.optional(z.string()),
      resolved: z.optional(z.string()),
    }),
  ),
});

const { allowScripts } = Manifest.parse(JSON.parse(readFileSync("package.json", "utf8")));
const { packages } = LockFile.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
const installed = Object.entries(packages)
  .filter(([path]) => path !== "")
  .map(([path, entry]) => ({ ...entry, name: path.slice(path.lastIndexOf("node_modules/") + 13) }));

test("no file contains a forbidden text", () => {
  const files = textFiles();
  expect(files).toContain("package.json");
  expect(files.flatMap((path) => forbiddenTexts(path, readSource(path)))).toEqual([]);
});

describe("the guard over texts bites", () => {
  // Each has one underscore too many, so that this file contains none of them.
  const planted = [
    "// TO_DO later",
    `test._only("sells", () => {});`,
    "// @ts-_ignore",
    "// oxlint_-disable-next-line no-console",
    "as ../_shared/architecture.md says",
    `background: "#_fff",`,
    "border: `1px solid #_dedad1`,",
    `background: "rgb_(128 128 128 / .3)",`,
    `color: "rgba_(0, 0, 0, .5)",`,
    `color: "hsl_(150 40% 30%)",`,
    `color: "oklch_(0.7 0.1 150)",`,
    `color: "color_(display-p3 0 1 0)",`,
  ].map((line) => line.replace("_", ""));

  test.each(planted)("on %s", (line) => {
    expect(forbiddenTexts("web/features/sell/cart/cart.css.ts", line)).toHaveLength(1);
  });

  test("with every pattern", () => {
    const bitten = FORBIDDEN_TEXTS.filter(({ pattern }) =>
      planted.some((line) => pattern.test(line)),
    );
    expect(bitten).toEqual(FORBIDDEN_TEXTS);
  });

  test("but not on a rule switched off for a reason", () => {
    const line = `${planted[3]} -- the first line of the start`;
    expect(forbiddenTexts("kernel/contract/money.ts", line)).toEqual([]);
  });

  test.each([
    [
      "the theme's own colours",
      "web/theme/palette.ts",
      `bg: "#f5f4f0", scrim: "rgb(0 0 0 / .64)",`,
    ],
    [
      "a module of ours",
      "web/features/sell/till/till.ts",
      `import { links } from "#web/links.ts";`,
    ],
    [
      "a mix of tokens",
      "web/ui/feedback/state.css.ts",
      "color-mix(in srgb, ${color.warn} 45%, transparent)",
    ],
  ])("but not on %s", (_, path, line) => {
    expect(forbiddenTexts(path, line)).toEqual([]);
  });
});

test("no dependency runs a script at its installation", () => {
  const withScript = installed.filter((entry) => entry.hasInstallScript);
  const notDenied = withScript.filter(({ name }) => allowScripts[name] !== false);
  expect(withScript.length, "the guard must see the lock file it guards").toBeGreaterThan(0);
  expect(notDenied.map(({ name }) => name)).toEqual([]);
});

test("no script is denied to a package that is not there", () => {
  const names = new Set(installed.map(({ name }) => name));
  expect(Object.keys(allowScripts).filter((name) => !names.has(name))).toEqual([]);
});

test("every dependency is pinned by its integrity and comes from the public registry", () => {
  const suspicious = installed.filter(
    ({ integrity, resolved }) =>
      integrity === undefined ||
      (resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/")),
  );
  expect(suspicious.map(({ name }) => name)).toEqual([]);
});
