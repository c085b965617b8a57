import { afterAll, beforeAll, expect, test } from "vitest";

import type { ConnectionSettings } from "#kernel/node/postgres/connections.ts";
import { requireSafeDatabase } from "#kernel/node/postgres/safety.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Connects as the superuser, who may weaken the settings of a session. */
function connection(settings: Readonly<Record<string, string>> = {}): ConnectionSettings {
  const url = new URL(database.adminUrl);
  const { username, password } = url;
  return {
    url: `postgres://${url.host}${url.pathname}`,
    role: decodeURIComponent(username),
    password: decodeURIComponent(password),
    settings,
  };
}

const WEAK = { synchronous_commit: "off" };

function recorder() {
  const lines: unknown[] = [];
  const write = (line: object) => void lines.push(line);
  return { lines, log: { info: write, warn: write, error: write } };
}

test("a database that keeps what it acknowledged is accepted in production", async () => {
  const { lines, log } = recorder();
  await requireSafeDatabase({ connection: connection(), isProduction: true, log });
  expect(lines).toEqual([]);
});

test("production refuses a database that may lose what it acknowledged, and gives the reason", async () => {
  const { log } = recorder();
  await expect(
    requireSafeDatabase({ connection: connection(WEAK), isProduction: true, log }),
  ).rejects.toThrow("synchronous_commit is off, it must be on");
});

test("outside production such a database is logged and used", async () => {
  const { lines, log } = recorder();
  await requireSafeDatabase({ connection: connection(WEAK), isProduction: false, log });
  expect(lines).toEqual([{ problems: ["synchronous_commit is off, it must be on"] }]);
});

test("waits for a database that does not answer, but not forever", async () => {
  const { lines, log } = recorder();
  const nowhere = { ...connection(), url: "postgres://127.0.0.1:1/nothing" };
  await expect(
    requireSafeDatabase({ connection: nowhere, isProduction: true, log, patienceMs: 100 }),
  ).rejects.toThrow("The database did not answer");
  expect(lines).toHaveLength(1);
});
