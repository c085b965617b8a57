import { afterAll, beforeAll, expect, test } from "vitest";

import { TillbookEvent } from "#kernel/contract/events/catalogue.ts";
import { ask } from "#query-api/ask.query.ts";
import { PRODUCTS, toProductItem } from "#query-api/product/products.query.ts";
import { DASHBOARD, type ReportRow } from "#query-api/report/report.query.ts";
import { SALES } from "#query-api/sale/sales.query.ts";
import { QUESTIONS } from "#tests/integration/as-of/questions.ts";
import { rebuildAt } from "#tests/integration/as-of/rebuild-at.ts";
import {
  anyMoment,
  DATA_KEY,
  type Histories,
  openHistories,
} from "#tests/integration/as-of/two-histories.ts";
import { questionsOfThePast } from "#tests/integration/query-api/questions-of-the-past.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import {
  openProjectorDatabase,
  type ProjectorDatabase,
} from "#tests/kit/database/projector-database.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { figuresOf, foldLog } from "./fold.ts";

const { historyRuns, seed: SEED } = readTestSettings();
/** Each run has two shops and takes longer than one of calls alone, so there are half as many. */
const RUNS = Math.ceil(historyRuns / 2);
const EVENTS = 90;
const LONGEST_MS = 15 * 60_000;

let histories: Histories;
let then: ProjectorDatabase & Readonly<{ reader: ReturnType<typeof poolAs> }>;

beforeAll(async () => {
  histories = await openHistories();
  const database = await openProjectorDatabase();
  then = { ...database, reader: poolAs("query_ro", database.adminUrl, 4) };
});
afterAll(async () => {
  await then.reader.end();
  await Promise.all([then.close(), histories.close()]);
});

type Moment = Awaited<ReturnType<typeof anyMoment>>;

const asked = ({ tenantId, atMs }: Moment) => ({ tenantId, nowMs: atMs, args: {} });

/**
 * Compares every answer as of a position with the answer of read models that were built only up to
 * it.
 */
async function expectSameAnswers(moment: Moment): Promise<number> {
  for (const [question, args] of QUESTIONS) {
    const of = { ...asked(moment), args };
    const past = await ask(histories.reader, question, { ...of, seq: moment.seq });
    const present = await ask(then.reader, question, of);
    const name = `${question.whole.name} ${JSON.stringify(args)}`;
    expect([name, moment.seq, past.body]).toEqual([name, moment.seq, present.body]);
    expect([name, moment.seq, past.items]).toEqual([name, moment.seq, present.items]);
  }
  return QUESTIONS.length;
}

const byId = (a: readonly [string, unknown], b: readonly [string, unknown]): number =>
  a[0].localeCompare(b[0]);

/** Compares with a fold of the events that shares no code with the projections. */
async function expectModelsFold(moment: Moment): Promise<void> {
  const { rows } = await histories.admin.query<{ type: string; data: unknown }>(
    "select type, data from es.events where tenant_id = $1 and seq <= $2 order by seq",
    [moment.tenantId, moment.seq],
  );
  const figures = figuresOf(foldLog(rows.map((row) => TillbookEvent.parse(row))));
  const of = { ...asked(moment), seq: moment.seq };
  const list = { offset: 0 };
  const { body } = await ask<ReportRow>(histories.reader, DASHBOARD, of);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  expect({
    totalSales: sum(body.totals.map((total) => total.total_minor)) / 100,
    totalOrders: sum(body.totals.map((total) => total.orders)),
    totalCustomers: body.customers.count,
    totalProducts: body.products.count,
  }).toEqual(figures.totals);
  const products = await ask(histories.reader, PRODUCTS.all, { ...of, args: list });
  const stock = products.body.items
    .map(toProductItem)
    .map((item) => [item.id, item.stock_exact] as const);
  expect(stock.toSorted(byId)).toEqual([...figures.stock].toSorted(byId));
  const sales = await ask(histories.reader, SALES.all, { ...of, args: list });
  const shown = sales.body.items.map(({ sale_id: id }) => id);
  expect(shown.toSorted()).toEqual(figures.sales.toSorted());
}

test("every question about the past is asked below; those of lineages have a test of their own", () => {
  const known = new Set(QUESTIONS.map(([{ whole }]) => whole.name));
  const others = questionsOfThePast().filter((name) => !name.startsWith("lineage-"));
  expect(others.filter((name) => !known.has(name))).toEqual([]);
});

test(
  "any answer as of any position equals the one of read models rebuilt up to it, and the fold of the log up to it",
  async () => {
    let answers = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const random = createRandom(SEED + run);
      const tenantIds = await histories.imagine(random, 10 + Math.floor(random() * EVENTS));
      if (random() < 0.2) await histories.outOfStep(tenantIds);
      const moments = await Promise.all(
        tenantIds.map((tenantId) => anyMoment(histories, tenantId, random)),
      );
      await rebuildAt(histories.admin, then, moments, DATA_KEY);
      for (const moment of moments) {
        answers += await expectSameAnswers(moment);
        await expectModelsFold(moment);
      }
    }
    const copied = await histories.admin.query("select from rm.copied");
    process.stdout.write(
      `as-of: ${RUNS * 2} histories of two shops with equal ids, ${answers} answers, ${copied.rowCount} copies, seed ${SEED}: 0 differ\n`,
    );
    expect(copied.rowCount).toBeGreaterThan(RUNS);
  },
  LONGEST_MS,
);
