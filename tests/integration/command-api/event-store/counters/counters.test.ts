import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { AppendCommand, AppendOutcome, CounterLine } from "#command-api/event-store/append.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { adding, commandOf, newStream, selling } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const milo = streamId(1);

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
  await db.append([OURS, OTHERS].map((id) => adding(id, milo, 500, { newTenant: true })));
});
afterAll(() => db.close());

/** An event that only moves counters. */
function numbered(tenantId: TenantId, counters: readonly CounterLine[]): AppendCommand {
  const [event] = adding(tenantId, newStream(), 0).events;
  if (!event) throw new Error("no event");
  return commandOf(tenantId, [{ ...event, stock: [], counters }]);
}
const outcomes = (results: readonly AppendOutcome[]) => results.map(({ outcome }) => outcome);
const numberOf = (name: string, { effects }: AppendOutcome): number | undefined => {
  const found = new RegExp(`"${name}",(\\d+)`).exec(effects)?.[1];
  return found === undefined ? undefined : Number(found);
};

describe("receipt numbers", () => {
  test("have no gap after refusals in a flush, and each tenant counts for itself", async () => {
    const short = [[milo, 501]] as const;
    const flush = [OURS, OTHERS].flatMap((id) => [
      selling(id, [[milo, 1]]),
      selling(id, short),
      selling(id, [[milo, 1]]),
    ]);
    const results = await db.append(flush);
    const [ok, no] = ["ok", "insufficient-stock"];
    expect(outcomes(results)).toEqual([ok, no, ok, ok, no, ok]);
    expect(results.map((one) => numberOf("sale", one))).toEqual([1, undefined, 2, 1, undefined, 2]);
  });

  test("are unique for many concurrent callers", async () => {
    const sales = Array.from({ length: 40 }, () => db.append([selling(OURS, [[milo, 1]])]));
    const results = (await Promise.all(sales)).flat();
    const numbers = results.map((one) => numberOf("sale", one) ?? 0).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 3));
  });
});

describe("a counter", () => {
  test("does not move when another counter refuses the command, also within a flush", async () => {
    const both = (max: number) =>
      numbered(OURS, [
        { name: "invoice", delta: 1 },
        { name: "invoices a day", delta: 1, max },
      ]);
    const results = await db.append([both(9), both(1), both(9)]);
    expect(outcomes(results)).toEqual(["ok", "counter-limit", "ok"]);
    expect(results.map((one) => numberOf("invoice", one))).toEqual([1, undefined, 2]);
    const rows = await db.query(
      "select value from es.counters where tenant_id = $1 and name like 'invoice%' order by name",
      [OURS],
    );
    expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
  });

  test("over its limit may still go down", async () => {
    const moved = (delta: number, max: number) => numbered(OURS, [{ name: "tills", delta, max }]);
    const results = await db.append([moved(5, 9), moved(-1, 2), moved(1, 2), moved(1, 5)]);
    expect(outcomes(results)).toEqual(["ok", "ok", "counter-limit", "ok"]);
  });
});
