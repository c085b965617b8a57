import type { QueryResultRow } from "pg";

import { appendBatch } from "#command-api/event-store/append-batch.ts";
import type { AppendCommand } from "#command-api/event-store/append.ts";
import { createEventStore, type EventStore } from "#command-api/event-store/handle-command.ts";
import type { StreamId, TenantId } from "#kernel/contract/ids.ts";
import {
  type ConnectionSettings,
  createPool,
  type Pool,
} from "#kernel/node/postgres/connections.ts";
import type { LoginRole } from "#kernel/node/postgres/roles.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

import { poolAs } from "./test-roles.ts";

/** A database for this suite with an empty log, and connections of each role. */
export async function openLogDatabase() {
  const { adminUrl, drop } = await freshDatabase();
  const admin = createPool({ ...asAdmin(adminUrl), max: 4 });
  const opened: Pool[] = [admin];
  const as = (role: LoginRole, max = 4): Pool => {
    const pool = poolAs(role, adminUrl, max);
    opened.push(pool);
    return pool;
  };
  const writer = as("cmd_writer");
  const query = async <Row extends QueryResultRow>(
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => (await admin.query<Row>(sql, [...values])).rows;

  return {
    adminUrl,
    admin,
    as,
    query,
    /** One instance of the command-api: its own pool and its own group commit. */
    store: (): EventStore => createEventStore(as("cmd_writer")),
    /** One batch. */
    append: (commands: readonly AppendCommand[]) => appendBatch(writer, commands),
    /** The log of a tenant from 1 to its head. */
    numbersOf: async (tenantId: TenantId) => {
      const [row] = await query<{ events: number; first: number; last: number; head: number }>(
        `select count(*)::int as events, coalesce(min(seq), 1)::int as first,
                coalesce(max(seq), 0)::int as last,
                (select seq::int from es.tenant_heads where tenant_id = $1) as head
           from es.events where tenant_id = $1`,
        [tenantId],
      );
      if (!row) throw new Error("no numbers");
      return row;
    },
    onHand: async (tenantId: TenantId, products: readonly StreamId[]): Promise<number[]> => {
      const rows = await query<{ on_hand: number }>(
        `select h.on_hand from unnest($2::uuid[]) with ordinality p (id, i)
           join es.stream_heads h on h.tenant_id = $1 and h.stream_id = p.id order by p.i`,
        [tenantId, products],
      );
      return rows.map((row) => row.on_hand);
    },
    close: async (): Promise<void> => {
      await Promise.all(opened.map((pool) => pool.end()));
      await drop();
    },
  };
}
export type LogDatabase = Awaited<ReturnType<typeof openLogDatabase>>;

function asAdmin(adminUrl: string): ConnectionSettings {
  const { username, password, host, pathname } = new URL(adminUrl);
  return {
    url: `postgres://${host}${pathname}`,
    role: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}

/** From 1 to n without a gap, and the head is n. */
export const gapless = (events: number) => ({ events, first: 1, last: events, head: events });
