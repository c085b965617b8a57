import { afterAll, beforeAll, expect, test } from "vitest";

import { executing } from "#command-api/reactions/engine/queue.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

let pool: Pool;
let close: () => Promise<unknown>;
beforeAll(async () => {
  const database = await freshDatabase();
  pool = poolAs("jobs", database.adminUrl, 1);
  close = () => pool.end().then(() => database.drop());
});
afterAll(() => close());

test("a text of several statements is answered by the rows of all of them", async () => {
  const { rows } = await executing(pool).executeSql("begin; select 1 as n; select 2 as n; commit");
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
});

test("a statement with values is answered by its rows", async () => {
  const { rows } = await executing(pool).executeSql("select $1::int as n", [3]);
  expect(rows).toEqual([{ n: 3 }]);
});
