import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { migrate } from "#command-api/migrate/migrate.ts";
import { TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase({ empty: true });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await database.drop();
});

test("a migration whose connection is cut off does not end the process", async () => {
  const connectClient = vi.spyOn(pg.Client.prototype, "connect");
  const ended = vi.spyOn(pg.Client.prototype, "end");
  await migrate({ adminUrl: database.adminUrl, passwords: TEST_PASSWORDS });

  const listening = connectClient.mock.contexts.map(
    (client) => client instanceof pg.Client && client.listenerCount("error") > 0,
  );
  expect(listening).toEqual([true, true, true]);
  expect(ended.mock.settledResults.map(({ type }) => type)).toEqual(
    listening.map(() => "fulfilled"),
  );
});
