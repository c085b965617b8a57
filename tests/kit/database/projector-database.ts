import pg from "pg";

import { createPool } from "#kernel/node/postgres/connections.ts";
import type { LoginRole } from "#kernel/node/postgres/roles.ts";
import { PLANNER_SETTINGS } from "#projector/database.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

import { connectionAs, poolAs } from "./test-roles.ts";

/** A database for this suite, and pools of the roles that write the log and the read models. */
export async function openProjectorDatabase() {
  const { adminUrl, drop } = await freshDatabase();
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2 });
  admin.on("error", () => undefined);
  const connectionOf = (role: LoginRole) => connectionAs(role, adminUrl);
  const projector = createPool({
    ...connectionOf("projector"),
    settings: PLANNER_SETTINGS,
    max: 8,
  });
  const writer = poolAs("cmd_writer", adminUrl, 2);
  return {
    adminUrl,
    admin,
    projector,
    writer,
    connectionOf,
    close: async (): Promise<void> => {
      await Promise.all([projector.end(), writer.end(), admin.end()]);
      await drop();
    },
  };
}
export type ProjectorDatabase = Awaited<ReturnType<typeof openProjectorDatabase>>;
