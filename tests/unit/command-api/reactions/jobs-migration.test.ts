import { readFileSync } from "node:fs";

import { getConstructionPlans } from "pg-boss";
import { expect, test } from "vitest";

const migration = readFileSync("command-api/migrations/0040_jobs.sql", "utf8");

/** Without the lines that our migration and the bootstrap replace. */
const plan = (): string[] =>
  getConstructionPlans("jobs")
    .replace(/^[\s\S]*CREATE SCHEMA IF NOT EXISTS jobs;/, "")
    .replace(/COMMIT;\s*$/, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

// A newer pg-boss may need other tables: then the upgrade needs a migration (getMigrationPlans).
test("the migration creates the tables of this pg-boss version, line by line", () => {
  const made = new Set(migration.split("\n").map((line) => line.trim()));
  expect(plan().length).toBeGreaterThan(300);
  expect(plan().filter((line) => !made.has(line))).toEqual([]);
});
