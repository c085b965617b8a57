import { describe, expect, test } from "vitest";

import { FORBIDDEN_TEXTS, forbiddenTexts } from "./forbidden-texts.ts";
import { readSource, textFiles } from "./source-files.ts";

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
