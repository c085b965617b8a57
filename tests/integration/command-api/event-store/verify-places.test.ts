import { afterAll, beforeAll, expect, test } from "vitest";

import { tenantsOfLog } from "#standalone/operator/audit/open-log.ts";
import { newStream } from "#tests/kit/builders/append-commands.ts";
import {
  EVENTS,
  named,
  openTamperedLog,
  OTHERS,
  ours,
  OURS,
  type TamperedLog,
} from "#tests/kit/database/tampered-log.ts";

// Rows that were deleted, inserted or swapped.

let db: TamperedLog;
beforeAll(async () => {
  db = await openTamperedLog();
});
afterAll(() => db.close());

test("names the place of a deleted event: in the middle, at the start, at the end", async () => {
  const remove = (seq: number) =>
    db.tampered(`delete from es.events where ${ours(seq)}`, (client) => named(client));
  expect(await remove(17)).toEqual(["gap 17"]);
  expect(await remove(1)).toEqual(["gap 1"]);
  expect(await remove(EVENTS)).toEqual([`cut-tail ${EVENTS}`]);
  const all = `delete from es.events where tenant_id = '${OURS}'`;
  expect(await db.tampered(all, (client) => named(client))).toEqual(["cut-tail 1"]);
});

test("names the place of a removed event when the numbers after it are closed up", async () => {
  const close = `
      delete from es.events where ${ours(17)};
      update es.events set seq = -seq where tenant_id = '${OURS}' and seq > 17;
      update es.events set seq = -seq - 1 where tenant_id = '${OURS}' and seq < 0`;
  expect(await db.tampered(close, (client) => named(client))).toEqual(["gap 17"]);
});

test.each([
  [17, 18],
  [17, 30],
  [1, 2],
  [EVENTS - 1, EVENTS],
])("names both of two swapped events: %i and %i", async (first, second) => {
  const swap = `
      update es.events set seq = -17 where ${ours(first)};
      update es.events set seq = ${first} where ${ours(second)};
      update es.events set seq = ${second} where ${ours(-17)}`;
  expect(await db.tampered(swap, (client) => named(client))).toEqual([
    `order ${first}`,
    `order ${second}`,
  ]);
});

test("names an inserted event, also one copied from another tenant", async () => {
  const more = EVENTS + 1;
  const copy = (seq: number) => `insert into es.events
      select '${OURS}', ${seq}, '${newStream()}', 1, stream_type, type, schema_v, command_id, command_ix, actor_id,
             recorded_ms, occurred_ms, data, meta, effects, leaf, chain
        from es.events where tenant_id = '${OTHERS}' and seq = ${EVENTS}`;
  for (const seq of [more, more + 7, 0, -3]) {
    expect(await db.tampered(copy(seq), (client) => named(client))).toEqual([`extra-row ${seq}`]);
  }
});

test("names the place where numbers are skipped and no event is missing", async () => {
  const skip = `
    update es.events set seq = -seq where tenant_id = '${OURS}' and seq >= 17;
    update es.events set seq = 3 - seq where tenant_id = '${OURS}' and seq < 0`;
  expect(await db.tampered(skip, (client) => named(client))).toEqual(["gap 17"]);
});

test("names two inserted events for which the numbers after them were moved", async () => {
  const room = `
      update es.events set seq = -seq where tenant_id = '${OURS}' and seq >= 17;
      update es.events set seq = 2 - seq where tenant_id = '${OURS}' and seq < 0`;
  const copy = (seq: number) => `insert into es.events
      select tenant_id, ${seq}, '${newStream()}', 1, stream_type, type, schema_v, command_id, command_ix, actor_id,
             recorded_ms, occurred_ms, data, meta, effects, leaf, chain from es.events where ${ours(16)}`;
  const put = [room, copy(17), copy(18)].join(";");
  expect(await db.tampered(put, (client) => named(client))).toEqual([
    "extra-row 17",
    "extra-row 18",
  ]);
});

test("names several changes at once, each by its kind", async () => {
  const several = `
      update es.events set meta = replace(meta::text, 'web', 'wed')::json where ${ours(5)};
      update es.events set effects = replace(effects::text, '-1', '-2')::json where ${ours(9)};
      delete from es.events where tenant_id = '${OURS}' and seq in (20, 21, 22);
      update es.tenant_heads set chain = set_byte(chain, 0, get_byte(chain, 0) # 1) where tenant_id = '${OURS}'`;
  expect(await db.tampered(several, (client) => named(client))).toEqual([
    "metadata 5",
    "payload 9",
    "gap 20",
    `head ${EVENTS}`,
  ]);
});

test("names a head that was changed or deleted", async () => {
  const head = (change: string) =>
    db.tampered(`update es.tenant_heads set ${change} where tenant_id = '${OURS}'`, (client) =>
      named(client),
    );
  for (const change of [
    "seq = seq + 1",
    "seq = seq - 1",
    "chain = set_byte(chain, 0, get_byte(chain, 0) # 1)",
    "last_ms = last_ms - 1000000",
  ]) {
    expect(await head(change)).toEqual([`head ${EVENTS}`]);
  }

  const gone = await db.tampered(
    `delete from es.tenant_heads where tenant_id = '${OURS}'`,
    async (client) => ({
      known: await tenantsOfLog(client),
      named: await named(client),
    }),
  );
  expect(gone.known).toContain(OURS);
  expect(gone.named).toEqual([`head ${EVENTS}`]);
});
