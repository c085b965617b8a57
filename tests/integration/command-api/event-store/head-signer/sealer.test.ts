import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { startHeadSigner } from "#command-api/event-store/head-signer/head-signer.ts";
import { watch } from "#command-api/platform/watch.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { LOGIN_ROLES } from "#kernel/node/postgres/roles.ts";
import { noteHash, openSignedHead } from "#kernel/verify/signed-head.ts";
import { connectionAs } from "#tests/kit/database/test-roles.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

import { openSealedLogs, OTHERS, OURS, type SealedLogs } from "./sealed-logs.ts";

let logs: SealedLogs;
beforeAll(async () => {
  logs = await openSealedLogs();
});
afterAll(() => logs.close());
afterEach(() => logs.restore());

describe("the signer of logs", () => {
  const opened: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
  });
  const start = (over: Partial<Parameters<typeof startHeadSigner>[0]> = {}) => {
    const database = connectionAs("relay", logs.adminUrl);
    const sealing = startHeadSigner({
      database,
      keys: logs.keys,
      clock: logs.clock,
      log: silent,
      sweepEveryMs: 10,
      ...over,
    });
    opened.push(sealing.stop);
    return sealing;
  };
  const WAIT = { timeout: 10_000, interval: 10 };

  test("signs all logs, publishes its keys, and continues with new events", async () => {
    start({ events: 5 });
    await vi.waitFor(async () => {
      expect(await logs.sizesOf(OURS)).toEqual([12]);
      expect(await logs.sizesOf(OTHERS)).toEqual([12]);
    }, WAIT);
    await logs.sell(5);
    await vi.waitFor(async () => expect((await logs.sizesOf(OTHERS)).at(-1)).toBe(17), WAIT);
    const published = await logs.query("select public_key from audit.checkpoint_keys");
    expect(published).toContainEqual({ public_key: logs.keys.publicKeys[0] });
  });

  test("is one of many candidates: no two notes name the same previous note", async () => {
    const all = [start({ events: 1 }), start({ events: 1 }), start({ events: 1 })];
    for (let n = 0; n < 10; n++) await logs.sell(1);
    await all[0]?.stop();
    await logs.sell(5);
    await vi.waitFor(async () => expect((await logs.sizesOf(OURS)).at(-1)).toBe(27), WAIT);
    const rows = await logs.signedOf();
    const previous = rows.map(
      ({ note }) => openSignedHead(note, OURS, logs.keys.publicKeys)?.previous,
    );
    const before = [null, ...rows.slice(0, -1).map(({ note }) => noteHash(note))];
    expect(previous).toEqual(before);
  });

  test("raises one alert for a log that fails verification, until it is signed again", async () => {
    const look = () =>
      watch({ pool: logs.as("cmd_writer", 1), store: logs.store(), clock: logs.clock });
    const results = () =>
      logs.query(
        `select type, data->>'message' as message from es.events
          where tenant_id = $1 and stream_type = 'system-alerts' order by seq`,
        [PLATFORM_TENANT_ID],
      );
    await logs.seal();
    await logs.sell(2);
    await logs.query(`update es.events set schema_v = 2 where tenant_id = '${OURS}' and seq = 14`);
    start({ events: 1, clock: () => Date.now() });
    await vi.waitFor(async () => {
      expect(await logs.query("select seq::int, kind from audit.refused_seals")).toEqual([
        { seq: 14, kind: "payload" },
      ]);
    }, WAIT);
    await look();
    await look();
    const raised = {
      type: "SystemAlertRaised",
      message: `The log of ${OURS} fails verification at event 14 (the event is not what was recorded) and is no longer signed`,
    };
    expect(await results()).toEqual([raised]);
    expect((await logs.sizesOf(OTHERS)).at(-1)).toBe(14);
    for (const close of opened.splice(0)) await close();

    await logs.query(`update es.events set schema_v = 1 where tenant_id = '${OURS}' and seq = 14`);
    start({ events: 1 });
    await vi.waitFor(async () => expect((await logs.sizesOf(OURS)).at(-1)).toBe(14), WAIT);
    await look();
    expect(await results()).toEqual([raised, { type: "SystemAlertCleared", message: null }]);
  });
});

describe("a signed head", () => {
  const forbidden = (role: string) => [
    "update audit.signed_checkpoints set note = ''",
    "delete from audit.signed_checkpoints",
    "truncate audit.signed_checkpoints",
    "update audit.checkpoint_keys set since_ms = 0",
    "delete from audit.refused_seals",
    ...(role === "relay"
      ? []
      : [
          `insert into audit.signed_checkpoints values ('${OURS}', 99, '', '', '', '', 1, '{}')`,
          "insert into audit.checkpoint_keys values ('x', '', 1)",
          `insert into audit.refused_seals values ('${OURS}', 1, 1, '', '', 1)`,
        ]),
  ];

  test.each(LOGIN_ROLES.filter((role) => role !== "migrator"))(
    "is never changed and added by one role only: not by %s",
    async (role) => {
      const pool = logs.as(role, 1);
      for (const sql of forbidden(role)) {
        await expect(pool.query(sql), sql).rejects.toThrow(/permission denied|row-level security/);
      }
    },
  );

  test("is visible to its own tenant only", async () => {
    await logs.seal(OURS);
    await logs.seal(OTHERS);
    const query = logs.as("query_ro", 1);
    expect((await query.query("select 1 from audit.signed_checkpoints")).rowCount).toBe(0);
    const { rows } = await query.query<{ note: string }>(
      "select note from audit.checkpoints_of($1, 1000, 10)",
      [OURS],
    );
    expect(rows.map(({ note }) => note.split("\n")[0])).toEqual([`tillbook/${OURS}`]);
  });
});
