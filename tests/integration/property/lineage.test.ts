import { afterAll, beforeAll, expect, test } from "vitest";

import type { LineageLine } from "#kernel/contract/api/lineage.ts";
import { ask, type AskInput } from "#query-api/ask.query.ts";
import { lineageOf, toLineage, fromCursor, START } from "#query-api/lineage/lineage.query.ts";
import { figuresOf, type Shown } from "#tests/integration/as-of/figures.ts";
import {
  anyMoment,
  type Histories,
  openHistories,
} from "#tests/integration/as-of/two-histories.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

const { historyRuns, seed: SEED } = readTestSettings();
/** Each run has two shops and takes longer than one of calls alone, so there are half as many. */
const RUNS = Math.ceil(historyRuns / 4);
const EVENTS = 70;
const PAGE = 9;
const LONGEST_MS = 15 * 60_000;

let histories: Histories;
beforeAll(async () => {
  histories = await openHistories();
});
afterAll(() => histories.close());

/** All lines of a figure, page by page. */
async function linesOf(
  { figure, args }: Shown,
  of: Omit<AskInput, "args">,
): Promise<LineageLine[]> {
  const lines: LineageLine[] = [];
  for (let after = START; ;) {
    const asked = { ...of, args: { ...args, ...after, limit: PAGE + 1 } };
    const { body } = await ask(histories.reader, lineageOf(figure), asked);
    if (body === null) throw new Error(`${figure} opens nothing`);
    const page = toLineage(body, { figure, size: PAGE, after });
    lines.push(...page.lines);
    if (page.next_cursor === null) return lines;
    after = fromCursor(page.next_cursor);
  }
}

/**
 * Each line occurs once, each sum is the previous one plus its share, and the last sum is the
 * figure.
 */
async function expectToAddUp(shown: Shown, of: Omit<AskInput, "args">): Promise<number> {
  const lines = await linesOf(shown, of);
  const name = `${shown.figure} ${JSON.stringify(shown.args)}`;
  let sum = 0;
  const sums = lines.map(({ share }) => (sum += share));
  expect([name, lines.map(({ running }) => running)]).toEqual([name, sums]);
  expect([name, lines.at(-1)?.running ?? 0]).toEqual([name, shown.value]);
  expect([name, new Set(lines.map(({ seq }) => seq)).size]).toEqual([name, lines.length]);
  return lines.length;
}

test(
  "the events of every figure add up to it, now and as of any position",
  async () => {
    let figures = 0;
    let lines = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const random = createRandom(SEED + run);
      const tenantIds = await histories.imagine(random, 10 + Math.floor(random() * EVENTS));
      for (const [index, tenantId] of tenantIds.entries()) {
        const { seq, atMs } = await anyMoment(histories, tenantId, random);
        const of = { tenantId, nowMs: atMs, ...(index === 1 && { seq }) };
        for (const shown of await figuresOf(histories.reader, of)) {
          lines += await expectToAddUp(shown, of);
          figures += 1;
        }
      }
    }
    process.stdout.write(
      `lineage: ${figures} figures of ${RUNS * 2} histories, ${lines} lines, seed ${SEED}: all add up\n`,
    );
    expect(lines).toBeGreaterThan(figures);
  },
  LONGEST_MS,
);
