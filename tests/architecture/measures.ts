import { posix } from "node:path";

import * as z from "zod/mini";

import { forbiddenWords } from "./forbidden-words.ts";
import { circles, importGraph, sliceGraph } from "./import-circles.ts";
import { outsideReferences } from "./outside-references.ts";
import { readSource, sourceFiles, textFiles } from "./source-files.ts";

/** One thing that is measured about the repository; `places` is what falls short, or counts towards the value. */
export type Measure = Readonly<{
  name: string;
  value: string;
  target: string;
  isOk: boolean;
  places: readonly string[];
}>;

const SMALL_LINES = 30;
const SMALL_SHARE = 12;
const FOLDER_FILES = 25;
const FILE_LINES = 400;
const SCRIPTS = 18;
const README_WORDS = 900;

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });

export function measureAll(): Measure[] {
  const sources = sourceFiles();
  const texts = textFiles();
  const outside = outsideReferences(texts);
  return [
    smallFiles(sources),
    largeFolders(texts),
    longFiles(texts),
    importCircles(sources),
    scripts(),
    readme(),
    none(
      "references outside",
      texts.flatMap((path) => outside(path)),
    ),
    none(
      "forbidden words",
      texts.flatMap((path) => forbiddenWords(path, readSource(path))),
    ),
  ];
}

const isProduct = (path: string): boolean => !path.startsWith("tests/") && path.includes("/");

function smallFiles(sources: readonly string[]): Measure {
  const product = sources.filter((path) => isProduct(path) && !isMigration(path));
  const small = product.filter((path) => linesOf(path) < SMALL_LINES);
  const share = (100 * small.length) / product.length;
  return {
    name: `product files under ${SMALL_LINES} lines`,
    value: `${share.toFixed(1)} % (${small.length} of ${product.length})`,
    target: `at most ${SMALL_SHARE} %`,
    isOk: share <= SMALL_SHARE,
    places: small.map((path) => `${path}\t${linesOf(path)} lines`),
  };
}

function largeFolders(texts: readonly string[]): Measure {
  const folders = Map.groupBy(
    texts.filter((path) => path.includes("/") && !isApart(path)),
    (path) => posix.dirname(path),
  );
  const large = [...folders].filter(([, files]) => files.length > FOLDER_FILES);
  return none(
    `folders of more than ${FOLDER_FILES} files`,
    large.map(([folder, files]) => `${folder}\t${files.length} files`),
  );
}

function longFiles(texts: readonly string[]): Measure {
  const written = texts.filter(
    (path) => /\.(tsx?|mjs|sql|sh|py|css|html)$/.test(path) && !isApart(path),
  );
  const long = written.filter((path) => linesOf(path) > FILE_LINES);
  return none(
    `files of more than ${FILE_LINES} lines`,
    long.map((path) => `${path}\t${linesOf(path)} lines`),
  );
}

function importCircles(sources: readonly string[]): Measure {
  const product = sources.filter(isProduct);
  const graph = importGraph(sources.map((path) => [path, readSource(path)]));
  const slices = sliceGraph(new Map(product.map((path) => [path, graph.get(path) ?? new Set()])));
  return none("import circles", [...circles(graph), ...circles(slices)]);
}

function scripts(): Measure {
  const names = Object.keys(Manifest.parse(JSON.parse(readSource("package.json"))).scripts);
  return atMost("npm scripts", names.length, SCRIPTS);
}

function readme(): Measure {
  const words = readSource("README.md").split(/\s+/).filter(Boolean);
  return atMost("README words", words.length, README_WORDS);
}

const atMost = (name: string, value: number, limit: number): Measure => ({
  name,
  value: String(value),
  target: `at most ${limit}`,
  isOk: value <= limit,
  places: [],
});

const none = (name: string, places: readonly string[]): Measure => ({
  name,
  value: String(places.length),
  target: "0",
  isOk: places.length === 0,
  places,
});

const isMigration = (path: string): boolean => path.includes("/migrations/");

/** Migrations and stored events only grow; docs and generated files are not sorted by hand. */
const isApart = (path: string): boolean =>
  isMigration(path) || /^(tests\/fixtures|docs)\//.test(path) || path.endsWith("openapi.json");

const linesOf = (path: string): number => readSource(path).split("\n").length - 1;
