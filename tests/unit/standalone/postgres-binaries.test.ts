import { describe, expect, test } from "vitest";

import { findPostgres } from "#standalone/product/postgres/postgres-binaries.ts";
import { thisMachine, type Machine } from "#standalone/product/postgres/postgres-package.ts";
import type { ProcessResult } from "#standalone/product/postgres/run-process.ts";

const here = thisMachine();
const root: Machine = { ...here, isRoot: true };
const person: Machine = { ...here, isRoot: false };

const answering =
  (result: ProcessResult, seen: string[] = []) =>
  (command: string, args: readonly string[]): Promise<ProcessResult> => {
    seen.push([command, ...args].join(" "));
    return Promise.resolve(result);
  };
const runs = { code: 0, output: "postgres (PostgreSQL) 18.4" };

describe("finding Postgres", () => {
  test("starts it in a user namespace for root, and directly for other users", async () => {
    const seen: string[] = [];
    const forRoot = await findPostgres(root, answering(runs, seen));
    const forPerson = await findPostgres(person, answering(runs, seen));
    expect(forRoot.launch("postgres", ["-D", "x"])).toEqual([
      "unshare",
      ["--user", "--map-user=65534", "--map-group=65534", "postgres", "-D", "x"],
    ]);
    expect(forPerson.launch("postgres", ["-D", "x"])).toEqual(["postgres", ["-D", "x"]]);
    expect(seen).toEqual([
      expect.stringMatching(/^unshare .*postgres --version$/),
      `${forPerson.postgres} --version`,
    ]);
  });

  test.each([
    "unshare: unshare failed: Operation not permitted",
    "unshare: write failed /proc/self/uid_map: Operation not permitted",
    "spawn unshare ENOENT",
  ])("tells root what to do where the namespace is refused: %s", async (output) => {
    await expect(findPostgres(root, answering({ code: 1, output }))).rejects.toThrow(
      /^Postgres does not run as root, .*: start as another user[^\n]*$/,
    );
  });

  test("tells root to start as the owner of a clone that the other user may not read", async () => {
    const output = "unshare: failed to execute /home/ama/postgres: Permission denied\nmore";
    await expect(findPostgres(root, answering({ code: 126, output }))).rejects.toThrow(
      /Permission denied\): start as the user who owns this folder\.$/,
    );
  });

  test("says that musl is not supported", async () => {
    await expect(findPostgres({ ...person, isMusl: true }, answering(runs))).rejects.toThrow(
      /musl \(Alpine\) is not supported/,
    );
  });

  test("says so on a machine for which there is no build", async () => {
    const machine: Machine = { ...person, platform: "freebsd" };
    await expect(findPostgres(machine, answering(runs))).rejects.toThrow(
      /no embedded Postgres for freebsd on/,
    );
  });

  test("refuses a package of another major version", async () => {
    const other = { code: 0, output: "postgres (PostgreSQL) 17.1" };
    await expect(findPostgres(person, answering(other))).rejects.toThrow(
      "Expected Postgres 18, but the package has postgres (PostgreSQL) 17.1.",
    );
  });
});
