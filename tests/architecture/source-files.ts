import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { parseSync } from "oxc-parser";

const AREAS = "{kernel,command-api,projector,query-api,web,standalone,tests}";
const TEXT = "*.{ts,tsx,mjs,sql,sh,md,json,yml,yaml,html,xml,css}";
const ROOT = "{*,.*,.ci/*}";

/** Every source file of the repository, by its path from the root. */
export function sourceFiles(): string[] {
  return filesOf(`${AREAS}/**/*.{ts,tsx}`);
}

/** Everything that a person wrote as text. */
export function textFiles(): string[] {
  return [...filesOf(ROOT), ...filesOf(`${AREAS}/**/${TEXT}`)].filter(
    (path) => path !== "package-lock.json" && path !== ".env",
  );
}

function filesOf(glob: string): string[] {
  const skipped = new Set(["node_modules", "dist", "data", "libs"]);
  return globSync(glob, { withFileTypes: true, exclude: ({ name }) => skipped.has(name) })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(".", join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .toSorted();
}

export function readSource(path: string): string {
  return readFileSync(path, "utf8");
}

/** Lines that hold more than blanks and comments, as the linter's max-lines counts them. */
export function codeLines(path: string, source: string): number {
  let code = "";
  let at = 0;
  for (const { start, end } of parseSync(path, source).comments) {
    code += source.slice(at, start) + source.slice(start, end).replace(/[^\n]/g, "");
    at = end;
  }
  return (code + source.slice(at)).split("\n").filter((line) => line.trim() !== "").length;
}
