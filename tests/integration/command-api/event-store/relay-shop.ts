import { randomUUID } from "node:crypto";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import type { AppendCommand } from "#command-api/event-store/append.ts";
import { CommandId, StreamId, type TenantId, UserId } from "#kernel/contract/ids.ts";
import { connectionAs, poolAs } from "#tests/kit/database/test-roles.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

/** A log for the relay, to which tenants append as fast as they are asked to. */
export async function openLog() {
  const { adminUrl, drop } = await freshDatabase();
  const [writer, reader] = [poolAs("account_writer", adminUrl), poolAs("relay", adminUrl)];
  const heads = new Map<TenantId, number>();

  const command = (tenantId: TenantId, seq: number): AppendCommand => ({
    tenantId,
    commandId: CommandId.parse(randomUUID()),
    requestHash: Buffer.from(String(seq)),
    actorId: UserId.parse(randomUUID()),
    meta: '{"source":"web"}',
    newTenant: seq === 1,
    events: [
      {
        streamId: StreamId.parse(randomUUID()),
        streamType: "customer",
        expected: 0,
        type: "CustomerAdded",
        schemaV: 1,
        occurredMs: 1_790_000_000_000,
        data: `{ "n":${seq}}`,
      },
    ],
  });

  return {
    database: connectionAs("relay", adminUrl),
    relayPool: reader,
    adminUrl,
    /** So many events for each of these tenants. A tenant is created with its first event. */
    append: async (tenantIds: readonly TenantId[], each: number): Promise<void> => {
      const commands = Array.from({ length: each }, () => tenantIds)
        .flat()
        .map((tenantId) => {
          const seq = (heads.get(tenantId) ?? 0) + 1;
          heads.set(tenantId, seq);
          return command(tenantId, seq);
        });
      for (let from = 0; from < commands.length; from += 64) {
        await appendBatch(writer, commands.slice(from, from + 64));
      }
    },
    seqsOf: (tenantId: TenantId): number[] =>
      Array.from({ length: heads.get(tenantId) ?? 0 }, (_, i) => i + 1),
    cursorOf: async (tenantId: TenantId): Promise<unknown> => {
      const { rows } = await reader.query<{ seq: number; epoch: number }>(
        "select seq, epoch from es.relay_cursors where tenant_id = $1",
        [tenantId],
      );
      return rows[0];
    },
    /** Ends a backend like a lost connection. */
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
      await Promise.all([writer.end(), reader.end()]);
      await drop();
    },
  };
}
export type RelayedLog = Awaited<ReturnType<typeof openLog>>;
