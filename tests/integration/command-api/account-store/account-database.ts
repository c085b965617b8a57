import pg from "pg";

import type { Pool } from "#kernel/node/postgres/connections.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

export async function openAccountDatabase() {
  const { adminUrl, drop } = await freshDatabase();
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2 });
  admin.on("error", () => undefined);
  const pools: Pool[] = [];
  return {
    adminUrl,
    poolOf: (role: "account_writer" | "query_ro", max = 10): Pool => {
      const pool = poolAs(role, adminUrl, max);
      pools.push(pool);
      return pool;
    },
    /** As the administrator, who bypasses row-level security. */
    rows: async (sql: string, values: readonly unknown[] = []): Promise<unknown[]> => {
      const { rows } = await admin.query<unknown[]>({
        text: sql,
        values: [...values],
        rowMode: "array",
      });
      return rows;
    },
    /** Runs the query and keeps its locks until the returned function is called. */
    hold: async (sql: string, values: readonly unknown[]): Promise<() => Promise<void>> => {
      const client = await admin.connect();
      await client.query("begin");
      await client.query(sql, [...values]);
      return async () => {
        await client.query("rollback");
        client.release();
      };
    },
    close: async (): Promise<void> => {
      await Promise.all(pools.map((pool) => pool.end()));
      await admin.end();
      await drop();
    },
  };
}

export type AccountDatabase = Awaited<ReturnType<typeof openAccountDatabase>>;
