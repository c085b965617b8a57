import { posix } from "node:path";

import { PACKAGE_USERS, ENVIRONMENT_FILES, FETCH_FILES, MATRIX, type Row } from "./matrix.ts";
import { parseFile } from "./parsed-file.ts";

/** The import rules that a file breaks, one sentence each. */
export function violations(path: string, source: string): string[] {
  const row = rowOf(path);
  if (row === undefined) return [`${path} belongs to no row of the matrix`];

  const file = parseFile(path, source);
  const found = file.imports.flatMap((module) => {
    const complaint = complaintAbout(module, path, row);
    return complaint === null ? [] : [`${path} imports ${module}: ${complaint}`];
  });
  if (file.computedImports > 0 && !isTest(path)) found.push(`${path} imports a computed module`);
  if (file.callsFetch && !matches(path, FETCH_FILES)) found.push(`${path} calls fetch`);
  if (file.readsEnvironment && !matches(path, ENVIRONMENT_FILES)) {
    found.push(`${path} reads process.env`);
  }
  return found;
}

export function rowOf(path: string): Row | undefined {
  return MATRIX.find(({ files }) => posix.matchesGlob(path, files));
}

function complaintAbout(module: string, path: string, row: Row): string | null {
  if (module.startsWith("..") || module.startsWith("/")) {
    return "a neighbour is ./x.ts, anything else is #area/x.ts";
  }
  const target = ownTarget(module, path);
  if (target === null) return complaintAboutPackage(module, path, row);
  const may = row.may.map((glob) => glob.replace("<own>", ownFolder(path, row)));
  return matches(target, may) ? null : `${row.files} may not import ${target}`;
}

function complaintAboutPackage(module: string, path: string, row: Row): string | null {
  if (row.packages !== undefined && !row.packages.includes(module)) {
    return `${row.files} may import ${row.packages.join(", ")} only`;
  }
  const name = packageName(module);
  if (row.without?.some((glob) => posix.matchesGlob(module, glob))) {
    return `${row.files} may not import it`;
  }
  const users = PACKAGE_USERS[name];
  const isUser = users === undefined || isTest(path) || matches(path, users);
  return isUser ? null : `only ${users.join(", ")} may`;
}

/** The path of our own file that the module names; null when it names a package. */
function ownTarget(module: string, path: string): string | null {
  if (module.startsWith("#")) return module.slice(1);
  if (module.startsWith("./")) return posix.join(posix.dirname(path), module);
  return null;
}

/** `command-api/sale` for a file of that folder by row `command-api/*\/**` as well as by `command-api/{sale,product}/**`. */
function ownFolder(path: string, row: Row): string {
  const parts = row.files.split("/");
  const wildcard = parts.indexOf("*");
  const depth = wildcard === -1 ? parts.indexOf("**") : wildcard + 1;
  return path.split("/").slice(0, depth).join("/");
}

function packageName(module: string): string {
  const parts = module.split("/");
  return parts.slice(0, module.startsWith("@") ? 2 : 1).join("/");
}

function matches(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => posix.matchesGlob(path, glob));
}

function isTest(path: string): boolean {
  return path.startsWith("tests/");
}
