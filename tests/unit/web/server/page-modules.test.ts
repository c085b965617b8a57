import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { modulesOf } from "#web/server/page-modules.ts";

const routes = readFileSync("web/app/routes.tsx", "utf8");
const paths = [...routes.matchAll(/^ {2}"(\/(?:app|auth)\/[^"]+)":/gm)].map(
  ([, path]) => path ?? "",
);

test("every screen's files are named, so that they come with the document", () => {
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.filter((path) => modulesOf(path).length === 0)).toEqual([]);
  expect(modulesOf("/app/products/")).toEqual(modulesOf("/app/products"));
});

test("every named file is there", () => {
  const files = [...paths, "/app/super-admin"].flatMap(modulesOf);
  expect(files.filter((file) => !existsSync(`web/${file}`))).toEqual([]);
});
