import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { adding } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";

import { type AuditRun, runAudit, startAudit } from "./audit-run.ts";

// What cannot be looked at ends with 2 and one clear line.

let database: LogDatabase;
let env: Record<string, string>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillbook-audit-"));
  database = await openLogDatabase();
  env = {
    DATABASE_URL: connectionAs("auditor_ro", database.adminUrl).url,
    DB_PASSWORD_AUDITOR_RO: TEST_PASSWORDS.auditor_ro,
  };
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const couldNot = ({ code, out, err }: AuditRun): string => {
  expect([code, out]).toEqual([2, ""]);
  expect(err.trim().split("\n")).toHaveLength(1);
  expect(err).not.toMatch(/\bat .*:\d+/);
  return err;
};

test.for([[], ["check"], ["verify", "all"]])("an order that is none: %s", async (args) => {
  expect(couldNot(await runAudit(args, env))).toContain("usage: npm run audit -- verify");
});

test("the command line exits with the same code", async () => {
  expect(couldNot(await startAudit([], env))).toContain("usage: npm run audit -- verify");
});

test.for([
  ["an unknown option", ["verify", "--fix"]],
  ["a shop's id that is none", ["verify", "--tenant", "1"]],
] as const)("%s", async ([, args]) => {
  couldNot(await runAudit(args, env));
});

test("a server that does not answer", async () => {
  const nowhere = { ...env, DATABASE_URL: "postgres://127.0.0.1:1/none" };
  expect(couldNot(await runAudit(["verify"], nowhere))).toContain("ECONNREFUSED");
});

test("a password that is not right, and is not printed", async () => {
  const wrong = "not-the-password-of-it";
  const said = couldNot(await runAudit(["verify"], { ...env, DB_PASSWORD_AUDITOR_RO: wrong }));
  expect(said).not.toContain(wrong);
});

test("a server without its password, or a password without its server", async () => {
  const { DATABASE_URL = "", DB_PASSWORD_AUDITOR_RO = "" } = env;
  for (const half of [{ DATABASE_URL }, { DB_PASSWORD_AUDITOR_RO }]) {
    const said = couldNot(await runAudit(["verify"], { ...half, DATA_DIR: folder }));
    expect(said).toContain("Set DATABASE_URL and DB_PASSWORD_AUDITOR_RO together");
  }
  expect(await readdir(folder)).toEqual([]);
});

test("a data folder without a log, where none is made", async () => {
  expect(couldNot(await runAudit(["verify"], { DATA_DIR: folder }))).toContain(folder);
  expect(await readdir(folder)).toEqual([]);
});

test("read models that have not come so far are not taken for what a screen showed", async () => {
  const shop = tenant(1);
  await database.append([adding(shop, streamId(1), 10, { newTenant: true })]);
  const said = couldNot(await runAudit(["as-of", "1", "products", "--tenant", shop], env));
  expect(said).toContain("they have reached event 0, not 1");
});
