import { posix } from "node:path";

import { expect, test } from "vitest";

import { parseFile } from "./parsed-file.ts";
import { readSource, sourceFiles } from "./source-files.ts";

/** A slice with folders of its own: they stand on each other, never in a circle. */
const SLICE = "command-api/auth";

type Source = readonly [path: string, source: string];

test("the folders of command-api/auth stand on each other and never in a circle", () => {
  const sources = sourceFiles()
    .filter((path) => path.startsWith(`${SLICE}/`))
    .map((path): Source => [path, readSource(path)]);
  expect(sources.length).toBeGreaterThan(50);
  expect(circleOf(sources)).toBeUndefined();
});

test("the guard bites", () => {
  const planted: readonly Source[] = [
    ["command-api/auth/a/one.ts", `import "#command-api/auth/b/two.ts"`],
    ["command-api/auth/b/two.ts", `import type { C } from "#command-api/auth/c/three.ts"`],
    ["command-api/auth/c/three.ts", `import { four } from "#command-api/auth/a/four.ts"`],
  ];
  expect(circleOf(planted)).toBe("a > b > c > a");
});

/** One circle, where there is any. The files of the slice's root compose: nothing imports them. */
function circleOf(sources: readonly Source[]): string | undefined {
  const edges = new Map<string, Set<string>>();
  for (const [path, source] of sources) {
    const from = folderOf(path);
    for (const module of parseFile(path, source).imports) {
      if (!module.startsWith(`#${SLICE}/`)) continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(folderOf(module.slice(1))));
    }
  }
  const walk = (folder: string, way: readonly string[]): string | undefined => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder].join(" > ");
    return first([...(edges.get(folder) ?? [])], (next) => walk(next, [...way, folder]));
  };
  return first([...edges.keys()], (folder) => walk(folder, []));
}

const folderOf = (path: string): string => posix.dirname(path).slice(SLICE.length + 1);

function first(
  folders: readonly string[],
  look: (folder: string) => string | undefined,
): string | undefined {
  for (const folder of folders) {
    const found = look(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}
