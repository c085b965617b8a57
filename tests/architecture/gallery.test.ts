import { globSync } from "node:fs";

import { expect, test } from "vitest";

import { readSource } from "./source-files.ts";

/** What another of them draws, or what has no look of its own. */
const INSIDE = new Set([
  "ChartColumns",
  "ChartSkyline",
  "ConfirmDeletion",
  "DiscardConfirm",
  "FormDialog",
  "Field",
  "Hatch",
  "Icon",
  "ImportDialog",
  "ListScreen",
  "LoadingStatus",
  "Overlay",
  "PageDiscardConfirm",
  "PagedList",
  "PaperSelect",
  "PrintedReceipt",
  "RecordDialog",
  "RestoreDialog",
  "SaveForm",
  "Toaster",
  "Figure",
  "Trend",
  "TrendFigure",
  "VisuallyHidden",
]);

const components = globSync("web/{ui/*,parts}/*.tsx")
  .filter((path) => !path.endsWith("overlays.tsx"))
  .flatMap((path) =>
    [...readSource(path).matchAll(/^export function ([A-Z]\w+)/gm)].map(([, name = ""]) => name),
  );
const shown = globSync("tests/tools/gallery/*.tsx").map(readSource).join("");

test("the gallery shows every component of web/ui and web/parts", () => {
  expect(components.length).toBeGreaterThan(40);
  const missing = components.filter(
    (name) => !INSIDE.has(name) && !new RegExp(`<${name}\\b`).test(shown),
  );
  expect(missing).toEqual([]);
  expect([...INSIDE].filter((name) => !components.includes(name))).toEqual([]);
});
