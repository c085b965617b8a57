import pg from "pg";

import { migrate } from "#kernel/platform/migrate.ts";
import { createPool } from "#kernel/platform/postgres.ts";
import { LOGIN_ROLES } from "#kernel/platform/roles.ts";
import { freshDatabase } from "#tests/kit/services.ts";

const passwords: any = Object.fromEntries(LOGIN_ROLES.map((role) => [role, `pw_${role}`]));

/** A database of this suite's own, its administrator and the role that the query API reads as. */
export async function openQueryDatabase() {
  const { adminUrl, drop } = await freshDatabase();
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2 });
  admin.on("error", () => undefined);
  const { rows } = await admin.query("select to_regclass('rm.checkpoints') as t");
  if (!rows[0].t) await migrate({ adminUrl, passwords });
  const { username, password, host, pathname } = new URL(adminUrl);
  // The administrator in the role of the reader: the rights are the reader's, its password is nobody's business.
  const connection = {
    url: `postgres://${host}${pathname}`,
    role: decodeURIComponent(username),
    password: decodeURIComponent(password),
    settings: { role: "query_ro" },
  };
  const pool = createPool({ ...connection, max: 4 });
  return {
    admin,
    pool,
    connection,
    close: async (): Promise<void> => {
      await pool.end();
      await admin.end();
      await drop();
    },
  };
}

export type QueryDatabase = Awaited<ReturnType<typeof openQueryDatabase>>;
