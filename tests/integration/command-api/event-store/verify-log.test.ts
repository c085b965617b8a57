import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createReadEvents } from "#command-api/event-store/read-events.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { chainAfter, genesis, leafOf } from "#kernel/verify/hashes.ts";
import { tenantsOfLog } from "#standalone/operator/audit/open-log.ts";
import {
  deviationsOf,
  EVENTS,
  named,
  openTamperedLog,
  OTHERS,
  ours,
  OURS,
  type TamperedLog,
} from "#tests/kit/database/tampered-log.ts";

let db: TamperedLog;
let auditor: Pool;
let reader: Pool;
beforeAll(async () => {
  db = await openTamperedLog();
  auditor = db.as("auditor_ro", 1);
  reader = db.as("cmd_writer", 1);
});
afterAll(() => db.close());

/** An untouched log. */
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

describe("leaf and chain", () => {
  test("computed here from the stored columns equal those that the database wrote, event by event", async () => {
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

  test("differ between two tenants with the same streams, numbers and texts", async () => {
    const [row] = await db.query(
      `select count(*)::int as same from es.events a join es.events b using (seq)
        where a.tenant_id = $1 and b.tenant_id = $2 and (a.leaf = b.leaf or a.chain = b.chain)`,
      [OURS, OTHERS],
    );
    expect(row).toEqual({ same: 0 });
  });
});

describe("verifying a log", () => {
  test("finds nothing in an untouched one, for either tenant", async () => {
    expect(await tenantsOfLog(auditor)).toEqual(expect.arrayContaining([OURS, OTHERS]));
    await nothingFound();
  });

  const flipped: readonly (readonly [what: string, change: string, kind: string])[] = [
    ["data", "data = replace(data::text, '4500', '4501')::json", "payload"],
    ["data by a blank", "data = (data::text || ' ')::json", "payload"],
    ["meta", "meta = replace(meta::text, 'web', 'wed')::json", "metadata"],
    ["effects", "effects = replace(effects::text, '-1', '-2')::json", "payload"],
    ["effects that are gone", "effects = null", "payload"],
    ["type", "type = 'SaleVoided'", "metadata"],
    ["stream_type", "stream_type = 'mail'", "metadata"],
    ["stream_id", "stream_id = overlay(stream_id::text placing 'f' from 15)::uuid", "metadata"],
    ["command_id", "command_id = overlay(command_id::text placing '0' from 20)::uuid", "metadata"],
    ["actor_id", "actor_id = overlay(actor_id::text placing 'f' from 15)::uuid", "metadata"],
    ["command_ix", "command_ix = 1", "metadata"],
    ["schema_v", "schema_v = 2", "metadata"],
    ["recorded_ms", "recorded_ms = recorded_ms + 1", "metadata"],
    ["occurred_ms", "occurred_ms = occurred_ms - 1", "metadata"],
    ["leaf", "leaf = set_byte(leaf, 31, get_byte(leaf, 31) # 1)", "metadata"],
    ["chain", "chain = set_byte(chain, 0, get_byte(chain, 0) # 1)", "metadata"],
  ];

  test.each(flipped)("names the event with one flipped byte: %s", async (_what, change, kind) => {
    const seen = await db.tampered(
      `update es.events set ${change} where ${ours(17)}`,
      async (client) => ({
        ours: await named(client),
        others: await named(client, OTHERS),
      }),
    );
    expect(seen).toEqual({ ours: [`${kind} 17`], others: [] });
  });

  test("names the byte and its old value", async () => {
    const change = `update es.events set data = replace(data::text, '"register":1', '"register":7')::json where ${ours(17)}`;
    const [found] = await db.tampered(change, (client) => deviationsOf(client, OURS));
    expect(found?.message).toMatch(/^its data: byte \d+ is "7" and was "1"$/);
  });

  test("names an event whose leaf was recomputed, but not its chain", async () => {
    const [event] = await createReadEvents(reader).between(OURS, 17, 17);
    if (!event) throw new Error("no event");
    const data = event.data.replace("4500", "4501");
    const leaf = leafOf({ ...event, data }).toString("hex");
    const fitted = `update es.events set data = '${data}', leaf = '\\x${leaf}' where ${ours(17)}`;
    expect(await db.tampered(fitted, (client) => named(client))).toEqual(["forked-history 17"]);
  });

  test("finds nothing once everything is restored", async () => {
    await nothingFound();
  });
});
