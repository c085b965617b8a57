import { existsSync, globSync } from "node:fs";

import { expect, test } from "vitest";

import { parseFile } from "#tests/architecture/parsed-file.ts";
import { readSource } from "#tests/architecture/source-files.ts";
import { pageList } from "#web/pages.ts";
import { isPage, modulesOf } from "#web/server/pages.ts";

const paths = pageList.flatMap(({ path, also }) => (also === undefined ? [path] : [path, also]));

test("the modules of every page are preloaded with its document, and exist", () => {
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => modulesOf(path).length === 0)).toEqual([]);
  const files = paths.flatMap(modulesOf);
  expect(files.filter((file) => !existsSync(`web/${file}`))).toEqual([]);
  expect(modulesOf("/app/products/")).toEqual(modulesOf("/app/products"));
});

test("every page has one entry, and its paths get the document", () => {
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => !isPage(path))).toEqual([]);
});

test("every screen is a page of the list, or part of one", () => {
  const screens = globSync("web/{features/**/*-screen,app/*-page}.tsx");
  const imported = globSync("web/**/*.{ts,tsx}")
    .filter((path) => !path.includes("dist"))
    .flatMap((path) => parseFile(path, readSource(path)).imports)
    .map((module) => module.replace("#", ""));
  const listed = new Set([...pageList.map(({ screen }) => `web/${screen}`), ...imported]);
  expect(screens.filter((path) => !listed.has(path))).toEqual([]);
});
