import { randomUUID } from "node:crypto";

import { type AppendCommand, appendBatch } from "#command-api/event-store/append.ts";
import { CommandId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { freshDatabase } from "#tests/kit/services.ts";
import { connectionAs, poolAs } from "#tests/kit/test-roles.ts";

/** A log to be relayed: tenants append to it as fast as they are told. */
export async function openLog() {
  const { adminUrl, drop } = await freshDatabase();
  const [writer, admin] = [poolAs("account_writer", adminUrl), poolAs("relay", adminUrl)];
  const heads = new Map<TenantId, number>();

  const command = (tenantId: TenantId, text: string): AppendCommand => ({
    tenantId,
    commandId: CommandId.parse(randomUUID()),
    requestHash: Buffer.from(text),
    actorId: UserId.parse(randomUUID()),
    meta: '{"source":"web"}',
    newTenant: !heads.has(tenantId),
    events: [
      {
        streamId: StreamId.parse(randomUUID()),
        streamType: "customer",
        expected: 0,
        type: "CustomerAdded",
        schemaV: 1,
        occurredMs: 1_790_000_000_000,
        data: text,
      },
    ],
  });

  return {
    database: connectionAs("relay", adminUrl),
    relayPool: admin,
    adminUrl,
    /** As many events of each of these tenants; the tenants come into being with their first. */
    append: async (tenantIds: readonly TenantId[], each: number): Promise<void> => {
      for (let done = 0; done < each; done += 1) {
        for (let from = 0; from < tenantIds.length; from += 64) {
          const some = tenantIds.slice(from, from + 64);
          const commands = some.map((id) => command(id, `{ "n":${(heads.get(id) ?? 0) + 1}}`));
          const outcomes = await appendBatch(writer, commands);
          for (const [index, id] of some.entries()) {
            heads.set(id, outcomes[index]?.lastSeq ?? 0);
          }
        }
      }
    },
    seqsOf: (tenantId: TenantId): number[] =>
      Array.from({ length: heads.get(tenantId) ?? 0 }, (_, i) => i + 1),
    cursorOf: async (tenantId: TenantId): Promise<unknown> => {
      const { rows } = await admin.query<{ seq: number; epoch: number }>(
        "select seq, epoch from es.relay_cursors where tenant_id = $1",
        [tenantId],
      );
      return rows[0];
    },
    /** Ends a backend as a lost connection does: without a word to its owner's code. */
    cutRelays: async (): Promise<void> => {
      const pool = poolAs("relay", adminUrl, 1);
      await pool.query(
        `select pg_terminate_backend(a.pid) from pg_stat_activity a
           join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.granted
          where a.datname = current_database()`,
      );
      await pool.end();
    },
    close: async (): Promise<void> => {
      await Promise.all([writer.end(), admin.end()]);
      await drop();
    },
  };
}
export type RelayedLog = Awaited<ReturnType<typeof openLog>>;
