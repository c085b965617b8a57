import { posix } from "node:path";

import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

import { readSource } from "./source-files.ts";

type Stage = Readonly<{ name: string; base: string; copied: readonly string[]; entry?: string }>;

const stages = new Map(stagesOf(readSource("Dockerfile")).map((stage) => [stage.name, stage]));
const services = [...stages.values()].filter(({ entry }) => entry !== undefined);

test("the Dockerfile has an image for every service", () => {
  expect(services.map(({ name }) => name).toSorted()).toEqual(
    ["backup", "command-api", "migrate", "projector", "query-api", "web"].toSorted(),
  );
});

test.each(services)("the image $name contains every module that it loads", (stage) => {
  expect(missingIn(stage, readSource)).toEqual([]);
});

test("a module that is not copied is named", () => {
  const files: Record<string, string> = {
    "a/main.ts": `import { one } from "./one.ts"; import type { T } from "#b/type.ts";`,
    "a/one.ts": `export { two } from "#b/two.ts";`,
    "b/two.ts": "export const two = 2;",
  };
  const stage: Stage = { name: "a", base: "none", copied: ["a"], entry: "a/main.ts" };
  expect(missingIn(stage, (path) => files[path] ?? "")).toEqual(["a/one.ts needs b/two.ts"]);
});

function stagesOf(dockerfile: string): Stage[] {
  return dockerfile.split(/^FROM /m).flatMap((text): Stage[] => {
    const [, base = "", name] = /^(\S+) AS (\S+)/.exec(text) ?? [];
    if (name === undefined) return [];
    const copied = [...text.matchAll(/^COPY (?!--from)(\S+) /gm)].map(([, source = ""]) => source);
    const [, entry] = /^CMD \["node", (?:"--[^"]+", )*"([^"]+)"/m.exec(text) ?? [];
    return [{ name, base, copied, ...(entry === undefined ? {} : { entry }) }];
  });
}

/** Modules that the entry loads, directly or not, but that the image and its bases do not contain. */
function missingIn(stage: Stage, read: (path: string) => string): string[] {
  const copied: string[] = [];
  for (let at: Stage | undefined = stage; at !== undefined; at = stages.get(at.base)) {
    copied.push(...at.copied);
  }
  const missing: string[] = [];
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const target of loadedBy(path, read(path))) {
      if (copied.some((source) => target === source || target.startsWith(`${source}/`))) {
        visit(target);
      } else missing.push(`${path} needs ${target}`);
    }
  };
  if (stage.entry !== undefined) visit(stage.entry);
  return missing;
}

/** Our own modules that a file loads when it starts; types are gone by then. */
function loadedBy(path: string, source: string): string[] {
  const { module } = parseSync(path, source);
  const imported = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null || isType ? [] : [moduleRequest.value],
    ),
  );
  return [...imported, ...exported].flatMap((name) => {
    if (name.startsWith("#")) return [name.slice(1)];
    return name.startsWith("./") ? [posix.join(posix.dirname(path), name)] : [];
  });
}
