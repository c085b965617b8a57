import { mkdir, mkdtemp, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { linkLibraries } from "#standalone/product/postgres/postgres-package.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillbook-package-"));
  await mkdir(join(folder, "native", "lib"), { recursive: true });
  await writeFile(join(folder, "native", "lib", "libpq.so.5.18"), "");
  const links = ["libpq.so", "libpq.so.5"].map((name) => ({
    source: "native/lib/libpq.so.5.18",
    target: `native/lib/${name}`,
  }));
  await writeFile(join(folder, "native", "pg-symlinks.json"), JSON.stringify(links));
});

afterEach(() => rm(folder, { recursive: true }));

const linkOf = (name: string): Promise<string> => readlink(join(folder, "native", "lib", name));

test("makes the links that the package's install script would have made", async () => {
  await linkLibraries(folder);
  expect(await linkOf("libpq.so")).toBe("libpq.so.5.18");
  expect(await linkOf("libpq.so.5")).toBe("libpq.so.5.18");
});

test("makes only the missing ones, also when two starts do it at once", async () => {
  await linkLibraries(folder);
  await rm(join(folder, "native", "lib", "libpq.so"));
  await Promise.all([linkLibraries(folder), linkLibraries(folder)]);
  expect(await linkOf("libpq.so")).toBe("libpq.so.5.18");
});

test("says who must start where the links cannot be made", async () => {
  await rm(join(folder, "native", "lib"), { recursive: true });
  await expect(linkLibraries(folder)).rejects.toThrow(
    /start once as the user who owns this folder/,
  );
});

test("has nothing to do for a package without links", async () => {
  await rm(join(folder, "native", "pg-symlinks.json"));
  await expect(linkLibraries(folder)).resolves.toBeUndefined();
});
