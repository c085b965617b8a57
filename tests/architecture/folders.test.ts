import { expect, test } from "vitest";

import { parseFile } from "./parsed-file.ts";
import { readSource, sourceFiles } from "./source-files.ts";

/** The folders directly under it are slices. Files of the area itself compose them and are left out. */
const AREA = "command-api";

type Source = readonly [path: string, source: string];

test("no slices of command-api import each other in a circle", () => {
  const sources = sourceFiles()
    .filter((path) => path.startsWith(`${AREA}/`))
    .map((path): Source => [path, readSource(path)]);
  expect(new Set(sources.map(([path]) => sliceOf(path))).size).toBeGreaterThan(15);
  expect(circleOf(sources)).toBeUndefined();
});

test("the guard bites", () => {
  const planted: readonly Source[] = [
    ["command-api/a/one.ts", `import "#command-api/b/deep/two.ts"`],
    ["command-api/b/deep/two.ts", `import type { C } from "#command-api/c/three.ts"`],
    ["command-api/c/three.ts", `import { four } from "#command-api/a/four.ts"`],
  ];
  expect(circleOf(planted)).toBe("a > b > c > a");
});

/** One circle, if there is any. */
function circleOf(sources: readonly Source[]): string | undefined {
  const edges = new Map<string, Set<string>>();
  for (const [path, source] of sources) {
    const from = sliceOf(path);
    if (from === undefined) continue;
    for (const module of parseFile(path, source).imports) {
      const to = module.startsWith("#") ? sliceOf(module.slice(1)) : undefined;
      if (to === undefined || to === from) continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  const walk = (slice: string, trail: readonly string[]): string | undefined => {
    if (trail.includes(slice)) return [...trail.slice(trail.indexOf(slice)), slice].join(" > ");
    return firstFound([...(edges.get(slice) ?? [])], (next) => walk(next, [...trail, slice]));
  };
  return firstFound([...edges.keys()], (slice) => walk(slice, []));
}

function sliceOf(path: string): string | undefined {
  const [area, slice, ...rest] = path.split("/");
  return area === AREA && rest.length > 0 ? slice : undefined;
}

function firstFound(
  slices: readonly string[],
  find: (slice: string) => string | undefined,
): string | undefined {
  for (const slice of slices) {
    const found = find(slice);
    if (found !== undefined) return found;
  }
  return undefined;
}
