import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { chainAfter, genesis } from "#command-api/event-store/leaf.ts";
import { createReadEvents } from "#command-api/event-store/read-events.ts";
import { type Deviation, tenantsOfLog, verifyTenant } from "#command-api/event-store/verify-log.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { leafOf } from "#kernel/platform/leaf.ts";
import type { Pool } from "#kernel/platform/postgres.ts";
import { adding, newStream, renaming, selling } from "#tests/kit/append-commands.ts";
import { streamId } from "#tests/kit/fixed-ids.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/log-database.ts";
import { tenant } from "#tests/kit/stored-event.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const milo = streamId(1);
const EVENTS = 40;

let db: LogDatabase;
let auditor: Pool;
let reader: Pool;
beforeAll(async () => {
  db = await openLogDatabase();
  auditor = db.as("auditor_ro", 1);
  reader = db.as("cmd_writer", 1);
  await db.append([OURS, OTHERS].map((id) => adding(id, milo, 1000, { newTenant: true })));
  await db.append([OURS, OTHERS].map((id) => renaming(id, milo, 1, "Größe ₵ 😀 \\u0041\n")));
  for (let seq = 3; seq <= EVENTS; seq++) {
    const sale = newStream();
    await db.append([OURS, OTHERS].map((id) => selling(id, [[milo, 1]], { sale })));
  }
});
afterAll(() => db.close());

/** As `npm run audit -- verify` reads: as the auditor, in one transaction. */
const deviationsOf = async (client: PoolClient, tenantId: TenantId): Promise<Deviation[]> =>
  (await verifyTenant(client, tenantId)).deviations;
const named = async (client: PoolClient, tenantId = OURS): Promise<string[]> => {
  const deviations = await deviationsOf(client, tenantId);
  return deviations.map(({ kind, seq }) => `${kind} ${seq}`);
};

/** Nobody touched it. */
async function nothingFound(): Promise<void> {
  const client = await auditor.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    expect(await deviationsOf(client, OURS)).toEqual([]);
    expect(await deviationsOf(client, OTHERS)).toEqual([]);
  } finally {
    client.release(true);
  }
}

/** Somebody with every right changes the log; the auditor looks at it; nothing of it stays. */
async function tampered<Result>(
  sql: string,
  look: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await db.admin.connect();
  try {
    await client.query("begin");
    await client.query(sql);
    await client.query("set local role auditor_ro");
    return await look(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const ours = (seq: number): string => `tenant_id = '${OURS}' and seq = ${seq}`;

describe("leaf and chain", () => {
  test("computed here from what is stored are those that the database wrote, event by event", async () => {
    for (const id of [OURS, OTHERS]) {
      const stored = await createReadEvents(reader).between(id, 1, EVENTS);
      const rows = await db.query<{ leaf: Buffer; chain: Buffer }>(
        "select leaf, chain from es.events where tenant_id = $1 order by seq",
        [id],
      );
      expect(stored).toHaveLength(EVENTS);
      let chain = genesis(id);
      for (const [index, event] of stored.entries()) {
        const leaf = leafOf(event);
        chain = chainAfter(chain, leaf);
        expect(rows[index]).toEqual({ leaf, chain });
      }
      expect(
        await db.query("select chain from es.tenant_heads where tenant_id = $1", [id]),
      ).toEqual([{ chain }]);
    }
  });

  test("of two shops with the same streams, numbers and texts are different ones", async () => {
    const [row] = await db.query(
      `select count(*)::int as same from es.events a join es.events b using (seq)
        where a.tenant_id = $1 and b.tenant_id = $2 and (a.leaf = b.leaf or a.chain = b.chain)`,
      [OURS, OTHERS],
    );
    expect(row).toEqual({ same: 0 });
  });
});

describe("verifying a log", () => {
  test("that nobody touched finds nothing, in either shop", async () => {
    expect(await tenantsOfLog(auditor)).toEqual(expect.arrayContaining([OURS, OTHERS]));
    await nothingFound();
  });

  const flipped: readonly (readonly [string, string])[] = [
    ["data", "data = replace(data::text, '4500', '4501')::json"],
    ["data by a blank", "data = (data::text || ' ')::json"],
    ["meta", "meta = replace(meta::text, 'web', 'wed')::json"],
    ["effects", "effects = replace(effects::text, '-1', '-2')::json"],
    ["effects that are gone", "effects = null"],
    ["type", "type = 'SaleVoided'"],
    ["stream_type", "stream_type = 'sald'"],
    ["stream_id", "stream_id = overlay(stream_id::text placing 'f' from 15)::uuid"],
    ["command_id", "command_id = overlay(command_id::text placing '0' from 20)::uuid"],
    ["actor_id", "actor_id = overlay(actor_id::text placing 'f' from 15)::uuid"],
    ["command_ix", "command_ix = 1"],
    ["schema_v", "schema_v = 2"],
    ["recorded_ms", "recorded_ms = recorded_ms + 1"],
    ["occurred_ms", "occurred_ms = occurred_ms - 1"],
    ["leaf", "leaf = set_byte(leaf, 31, get_byte(leaf, 31) # 1)"],
  ];

  test.each(flipped)("names the event of which one byte was flipped: %s", async (_what, change) => {
    const seen = await tampered(
      `update es.events set ${change} where ${ours(17)}`,
      async (client) => ({
        ours: await named(client),
        others: await named(client, OTHERS),
      }),
    );
    expect(seen.ours).toContain("leaf 17");
    expect(seen.ours.filter((one) => one.startsWith("leaf"))).toEqual(["leaf 17"]);
    expect(seen.others).toEqual([]);
  });

  test("names a flipped byte of the chain, and one whose leaf was made to fit", async () => {
    const chain = `update es.events set chain = set_byte(chain, 0, get_byte(chain, 0) # 1) where ${ours(17)}`;
    expect(await tampered(chain, (client) => named(client))).toEqual(["chain 17", "chain 18"]);

    const [event] = await createReadEvents(reader).between(OURS, 17, 17);
    if (!event) throw new Error("no event");
    const data = event.data.replace("4500", "4501");
    const leaf = leafOf({ ...event, data }).toString("hex");
    const fitted = `update es.events set data = '${data}', leaf = '\\x${leaf}' where ${ours(17)}`;
    expect(await tampered(fitted, (client) => named(client))).toEqual(["chain 17"]);
  });

  test("names the place of an event that was deleted: within, at the start, at the end", async () => {
    const remove = (seq: number) =>
      tampered(`delete from es.events where ${ours(seq)}`, (client) => named(client));
    expect(await remove(17)).toEqual(["gap 18", "stream-head 0"]);
    expect(await remove(1)).toEqual(["gap 2", "stream-gap 2"]);
    expect(await remove(EVENTS)).toEqual([`head ${EVENTS - 1}`, "stream-head 0"]);
    const all = `delete from es.events where tenant_id = '${OURS}'`;
    expect(await tampered(all, (client) => named(client))).toContain("head 0");
  });

  test("names both of two events that were swapped", async () => {
    const swap = `
      update es.events set seq = -17 where ${ours(17)};
      update es.events set seq = 17 where ${ours(18)};
      update es.events set seq = 18 where ${ours(-17)}`;
    expect(await tampered(swap, (client) => named(client))).toEqual(
      expect.arrayContaining(["leaf 17", "leaf 18"]),
    );
  });

  test("names an event that was put in, also one copied from next door", async () => {
    const more = EVENTS + 1;
    const copy = `insert into es.events
      select '${OURS}', ${more}, '${newStream()}', 1, stream_type, type, schema_v, command_id, command_ix, actor_id,
             recorded_ms, occurred_ms, data, meta, effects, leaf, chain
        from es.events where tenant_id = '${OTHERS}' and seq = ${EVENTS}`;
    const seen = await tampered(copy, (client) => named(client));
    expect(seen).toEqual(expect.arrayContaining([`leaf ${more}`, `head ${more}`]));
  });

  test("names a head that says something else, or is gone", async () => {
    const head = (change: string) =>
      tampered(`update es.tenant_heads set ${change} where tenant_id = '${OURS}'`, (client) =>
        named(client),
      );
    expect(await head("seq = seq + 1")).toEqual([`head ${EVENTS}`]);
    expect(await head("chain = set_byte(chain, 0, get_byte(chain, 0) # 1)")).toEqual([
      `head ${EVENTS}`,
    ]);

    const gone = await tampered(
      `delete from es.tenant_heads where tenant_id = '${OURS}'`,
      async (client) => ({
        known: await tenantsOfLog(client),
        named: await named(client),
      }),
    );
    expect(gone.known).toContain(OURS);
    expect(gone.named).toEqual([`head ${EVENTS}`]);
  });

  test("names a stream whose head is at another version, or is gone", async () => {
    const milos = `tenant_id = '${OURS}' and stream_id = '${milo}'`;
    const ahead = `update es.stream_heads set version = version + 1 where ${milos}`;
    expect(await tampered(ahead, (client) => named(client))).toEqual(["stream-head 2"]);
    const gone = `delete from es.stream_heads where ${milos}`;
    expect(await tampered(gone, (client) => named(client))).toEqual(["stream-head 2"]);
  });

  test("finds nothing once everything is back", async () => {
    await nothingFound();
  });
});
