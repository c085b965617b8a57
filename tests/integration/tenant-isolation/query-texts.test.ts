import { globSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

const root = join(import.meta.dirname, "../../..");

const Prepared = z.object({ whole: z.object({ name: z.string(), text: z.string() }) });

const modules = await Promise.all(
  // Platform queries read all tenants through a role and a portal of their own.
  globSync("query-api/!(platform)/*.query.ts", { cwd: root }).map(async (path) => {
    const module: unknown = await import(join(root, path));
    return { path, exports: z.record(z.string(), z.unknown()).parse({ ...Object(module) }) };
  }),
);
type Question = Readonly<{ name: string; text: string }>;

/** Includes questions nested in lists and reports. */
function questionsIn(name: string, value: unknown, depth = 0): Question[] {
  const { data } = Prepared.safeParse(value);
  if (data) return [{ name, text: data.whole.text }];
  if (typeof value !== "object" || value === null || depth > 3) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    questionsIn(`${name}.${key}`, part, depth + 1),
  );
}

const questions = modules.flatMap(({ path, exports }) => questionsIn(path, exports));

const READS = /\brm\.rm_\w+ [a-z_]+\b/g;
const CONDITIONS = /(?:\w+\.)?tenant_id = \$1/g;
const conditionsMissing = (text: string): number =>
  (text.match(READS)?.length ?? 0) - (text.match(CONDITIONS)?.length ?? 0);

test("finds every question of the query API", () => {
  process.stdout.write(`${questions.length} questions in ${modules.length} files\n`);
  expect(questions.length).toBeGreaterThan(4);
});

describe.each(questions)("query $name", ({ text }) => {
  test("names the tenant for every table it reads", () => {
    expect(text.match(READS)).not.toBeNull();
    expect(conditionsMissing(text)).toBeLessThanOrEqual(0);
  });

  test("fails this check without one of the conditions", () => {
    expect(conditionsMissing(text.replace(CONDITIONS, "true"))).toBeGreaterThan(0);
  });
});
