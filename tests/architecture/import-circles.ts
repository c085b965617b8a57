import { posix } from "node:path";

import { parseFile } from "./parsed-file.ts";

/** A file and the files of ours that it imports, types included. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function importGraph(files: readonly (readonly [path: string, source: string])[]): Graph {
  const known = new Set(files.map(([path]) => path));
  return new Map(
    files.map(([path, source]) => [
      path,
      new Set(
        parseFile(path, source)
          .imports.map((module) => targetOf(module, path))
          .filter((target) => target !== path && known.has(target)),
      ),
    ]),
  );
}

/** The graph between slices (`command-api/sale`): files directly in an area compose, so they are left out. */
export function sliceGraph(files: Graph): Graph {
  const slices = new Map<string, Set<string>>();
  for (const [path, targets] of files) {
    const slice = sliceOf(path);
    if (slice === undefined) continue;
    const others = [...targets].flatMap((target) => sliceOf(target) ?? []);
    const known = slices.get(slice) ?? new Set();
    for (const other of others) if (other !== slice) known.add(other);
    slices.set(slice, known);
  }
  return slices;
}

/** Every group of nodes that reach each other, as `a > b > a` or `a, b, c`. */
export function circles(graph: Graph): string[] {
  const reaches = new Map([...graph.keys()].map((node) => [node, reachedFrom(node, graph)]));
  const groups = new Set<string>();
  for (const [node, reached] of reaches) {
    if (!reached.has(node)) continue;
    const group = [...reached].filter((other) => reaches.get(other)?.has(node));
    groups.add(group.toSorted().join(", "));
  }
  return [...groups].toSorted();
}

function reachedFrom(start: string, graph: Graph): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(graph.get(start) ?? [])];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    waiting.push(...(graph.get(node) ?? []));
  }
  return reached;
}

function targetOf(module: string, path: string): string {
  if (module.startsWith("#")) return module.slice(1);
  return module.startsWith("./") ? posix.join(posix.dirname(path), module) : "";
}

function sliceOf(path: string): string | undefined {
  const [area, ...rest] = path.split("/");
  // Features of the web are slices as well.
  const depth = area === "web" && rest[0] === "features" ? 2 : 1;
  return rest.length > depth ? [area, ...rest.slice(0, depth)].join("/") : undefined;
}
