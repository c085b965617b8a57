import pg from "pg";

import { connectionAs, poolAs } from "#tests/kit/database/test-roles.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

/** A database of this suite, its administrator and the role that the query API reads as. */
export async function openQueryDatabase() {
  const { adminUrl, drop } = await freshDatabase();
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2 });
  admin.on("error", () => undefined);
  const connection = connectionAs("query_ro", adminUrl);
  const pool = poolAs("query_ro", adminUrl);
  const platformPool = poolAs("platform_ro", adminUrl, 2);
  return {
    adminUrl,
    admin,
    pool,
    platformPool,
    connection,
    close: async (): Promise<void> => {
      await Promise.all([pool.end(), platformPool.end()]);
      await admin.end();
      await drop();
    },
  };
}

export type QueryDatabase = Awaited<ReturnType<typeof openQueryDatabase>>;
