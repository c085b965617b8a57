import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { TenantId } from "#kernel/contract/ids.ts";
import { inTransaction } from "#kernel/node/postgres/connections.ts";
import { ask } from "#query-api/ask.query.ts";
import { LINEAGE, START } from "#query-api/lineage/lineage.query.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { productOf } from "#tests/kit/builders/shop-log.ts";

import { QUESTIONS } from "./questions.ts";
import { anyMoment, type Histories, openHistories } from "./two-histories.ts";

const SEED = 11;
const EVENTS = 90;

let histories: Histories;
let [own, foreign]: TenantId[] = [];

beforeAll(async () => {
  histories = await openHistories();
  [own, foreign] = await histories.imagine(createRandom(SEED), EVENTS);
});
afterAll(() => histories.close());
afterEach(() => rowLevelSecurity("enable"));

async function rowLevelSecurity(change: "enable" | "disable"): Promise<void> {
  const { rows } = await histories.admin.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'rm'::regnamespace and relkind = 'r' and relname <> 'rebuilds'",
  );
  const changes = rows.map(({ name }) => `alter table rm.${name} ${change} row level security;`);
  await histories.admin.query(changes.join(""));
}

async function answers(): Promise<unknown[]> {
  if (!own) throw new Error("no shop");
  const { seq, atMs } = await anyMoment(histories, own, createRandom(SEED));
  const bodies = [];
  for (const [question, args] of QUESTIONS) {
    const asked = { tenantId: own, nowMs: atMs, args, seq };
    const { body, items } = await ask(histories.reader, question, asked);
    bodies.push(body, items);
  }
  const of = { about: productOf(1), hour: 9, method: "cash", ...START, limit: 100 };
  for (const question of Object.values(LINEAGE)) {
    for (const past of [{ seq }, {}]) {
      const asked = { tenantId: own, nowMs: atMs, args: of, ...past };
      bodies.push((await ask(histories.reader, question, asked)).body);
    }
  }
  return bodies;
}

test("the past of a tenant is the same without row-level security", async () => {
  const both = await answers();
  await rowLevelSecurity("disable");
  expect(await answers()).toEqual(both);
});

/** The rows of another tenant that each function returns to a reader of one. */
const shownOfTheOther = async (): Promise<Record<string, number>> => {
  const { rows: functions } = await histories.admin.query<{ name: string }>(
    `select p.proname as name from pg_proc p
      where p.pronamespace = 'rm'::regnamespace and p.proretset and p.proname ~ '_(at|since_copy)$' and p.pronargs = 2`,
  );
  return inTransaction(histories.reader, async (client) => {
    await client.query("select set_config('app.tenant', $1, true)", [own]);
    const shown: Record<string, number> = {};
    for (const { name } of functions) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from rm.${name}($1, 1000000)`,
        [foreign],
      );
      shown[name] = rows[0]?.n ?? 0;
    }
    return shown;
  });
};

test("no function of the past shows another tenant, and each would without row-level security", async () => {
  const shown = Object.entries(await shownOfTheOther());
  expect(shown.length).toBeGreaterThan(15);
  expect(shown.filter(([, count]) => count > 0)).toEqual([]);
  await histories.admin.query("truncate rm.copied");
  await rowLevelSecurity("disable");
  const bare = Object.entries(await shownOfTheOther());
  expect(bare.filter(([, count]) => count === 0)).toEqual([]);
});
