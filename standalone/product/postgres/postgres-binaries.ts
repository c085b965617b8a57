import { access, chmod, constants } from "node:fs/promises";
import { join } from "node:path";

import { startProblem } from "#kernel/node/start-problem.ts";

import { linkLibraries, postgresPackage, thisMachine, type Machine } from "./postgres-package.ts";
import { runProcess, type RunProcess } from "./run-process.ts";

export const POSTGRES_MAJOR = "18";

// Runs as the unprivileged uid 65534 of a new user namespace. Outside it is still root, so it can
// read a clone in a 0700 /root; Postgres, which refuses root, sees an ordinary user. No chown and
// no new user are needed.
const AS_NOBODY = ["--user", "--map-user=65534", "--map-group=65534"] as const;

export type PostgresBinaries = Readonly<{
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Command and arguments that run a program as a user that Postgres accepts. */
  launch: (program: string, args: readonly string[]) => readonly [string, readonly string[]];
}>;

const makeExecutable = (path: string): Promise<void> =>
  access(path, constants.X_OK).catch(() => chmod(path, 0o755));

/** The advice depends on the program that failed: `unshare`, the system or the library loader. */
const refusal = (output: string, machine: Machine): string => {
  if (!machine.isRoot) return `The embedded Postgres cannot run here: ${output}`;
  if (/unshare: (unshare failed|write failed|unrecognized)|ENOENT/.test(output)) {
    return `Postgres does not run as root, and this system gives it no user namespace (${output}): start as another user, for example with "su node -c 'npm start'".`;
  }
  return `The embedded Postgres cannot run here as root (${output}): start as the user who owns this folder.`;
};

const probe = async (
  binaries: PostgresBinaries,
  machine: Machine,
  run: RunProcess,
): Promise<void> => {
  const { code, output } = await run(...binaries.launch(binaries.postgres, ["--version"]));
  const [firstLine = ""] = output.split("\n", 1);
  if (code !== 0) throw startProblem(refusal(firstLine, machine));
  if (!firstLine.includes(`(PostgreSQL) ${POSTGRES_MAJOR}.`)) {
    throw startProblem(`Expected Postgres ${POSTGRES_MAJOR}, but the package has ${firstLine}.`);
  }
};

export const findPostgres = async (
  machine: Machine = thisMachine(),
  run: RunProcess = runProcess,
): Promise<PostgresBinaries> => {
  const folder = postgresPackage(machine);
  if (machine.isRoot && machine.platform !== "linux") {
    throw startProblem("Postgres does not run as root: start as another user.");
  }
  const suffix = machine.platform === "win32" ? ".exe" : "";
  const program = (name: string): string => join(folder, "native", "bin", `${name}${suffix}`);
  const binaries: PostgresBinaries = {
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
    launch: (path, args) =>
      machine.isRoot ? ["unshare", [...AS_NOBODY, path, ...args]] : [path, args],
  };
  await linkLibraries(folder);
  await Promise.all([binaries.initdb, binaries.postgres, binaries.pgCtl].map(makeExecutable));
  await probe(binaries, machine, run);
  return binaries;
};
