import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const AREAS = "{kernel,command-api,projector,query-api,web,standalone,tests}";
const TEXT = "*.{ts,tsx,mjs,sql,sh,py,md,json,yml,yaml,html,xml,css}";
const ROOT = "{*,.*,.ci/*,.github/**/*,docs/**/*.md}";

/** Every source file of the repository, by its path from the root. */
export function sourceFiles(): string[] {
  return filesOf(`${AREAS}/**/*.{ts,tsx}`);
}

/** Every text file that a person wrote. */
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
