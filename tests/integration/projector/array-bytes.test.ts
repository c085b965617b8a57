import { afterAll, beforeAll, expect, test } from "vitest";

import { columnBytes } from "#projector/apply-row-changes.ts";
import type { ColumnType, Json } from "#projector/projections/table.ts";
import {
  openProjectorDatabase,
  type ProjectorDatabase,
} from "#tests/kit/database/projector-database.ts";

let database: ProjectorDatabase;
beforeAll(async () => {
  database = await openProjectorDatabase();
});
afterAll(() => database.close());

const SQL = {
  uuid: "uuid",
  text: "text",
  opened: "text",
  int: "int",
  bigint: "bigint",
  boolean: "boolean",
  date: "date",
  json: "json",
} as const;

/** What Postgres reads, each element as text. */
async function readBack(
  type: keyof typeof SQL,
  values: readonly (Json | undefined)[],
  column: ColumnType = type,
): Promise<readonly (string | null)[]> {
  const { rows } = await database.admin.query<{ read: (string | null)[] }>(
    `select $1::${SQL[type]}[]::text[] as read`,
    [columnBytes(column, values, (value) => value)],
  );
  return rows[0]?.read ?? [];
}

const LONG = "Gari foto with kpakpo shito, ₵ 🥘 ".repeat(3000);
const JSON_VALUE = { a: 'q"\n\\', b: [1, null, "₵"], c: { d: false } };

test.each<readonly [keyof typeof SQL, readonly Json[]]>([
  [
    "uuid",
    [
      "019a0000-0000-7000-8000-000000000001",
      "fedcba98-7654-4321-89ab-0123456789af",
      "fedcba98-7654-4321-89ab-0123456789af",
    ],
  ],
  ["text", ["a,b", "}", "NULL", "", "", 'say "hi" \\ bye\nnow', LONG, "₵"]],
  ["opened", ["Efua", "Efua", "Ɛfua"]],
  ["int", [0, -1, 2 ** 31 - 1, -(2 ** 31), 7, 7]],
  [
    "bigint",
    [0, -1, -4_294_967_296, 4_294_967_295, 4_294_967_296, 2 ** 53 - 1, -(2 ** 53) + 1, "42"],
  ],
  ["date", ["2026-03-10", "2026-03-10", "2000-01-01", "1999-12-31", "2024-02-29"]],
])("Postgres reads a column of %s as it was written", async (type, values) => {
  expect(await readBack(type, values)).toEqual(values.map(String));
});

test("Postgres reads booleans and JSON as they were written", async () => {
  expect(await readBack("boolean", [true, true, false])).toEqual(["true", "true", "false"]);
  expect(await readBack("json", [JSON_VALUE, [], "text"])).toEqual([
    JSON.stringify(JSON_VALUE),
    "[]",
    '"text"',
  ]);
});

test("a missing value is null, also between two equal ones", async () => {
  expect(await readBack("int", [1, null, 1, undefined, undefined, 1], "int?")).toEqual([
    "1",
    null,
    "1",
    null,
    null,
    "1",
  ]);
});
