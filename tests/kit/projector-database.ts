import pg from "pg";

import { type ConnectionSettings, createPool } from "#kernel/platform/postgres.ts";
import type { LoginRole } from "#kernel/platform/roles.ts";
import { PLANNER } from "#projector/planner.ts";
import { freshDatabase } from "#tests/kit/services.ts";

/** A database of this suite's own, and pools of the roles that write the log and the read models. */
export async function openProjectorDatabase() {
  const { adminUrl, drop } = await freshDatabase();
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2 });
  admin.on("error", () => undefined);
  const connectionOf = (role: LoginRole) => asRole(adminUrl, role);
  const projectorConnection = {
    ...connectionOf("projector"),
    settings: { ...PLANNER, role: "projector" },
  };
  const projector = createPool({ ...projectorConnection, max: 8 });
  const writer = createPool({ ...connectionOf("cmd_writer"), max: 2 });
  return {
    adminUrl,
    admin,
    projector,
    writer,
    connectionOf,
    projectorConnection,
    close: async (): Promise<void> => {
      await Promise.all([projector.end(), writer.end(), admin.end()]);
      await drop();
    },
  };
}
export type ProjectorDatabase = Awaited<ReturnType<typeof openProjectorDatabase>>;

/** The administrator in another role: the rights are the role's, its password is nobody's business. */
function asRole(adminUrl: string, role: LoginRole): ConnectionSettings {
  const { username, password, host, pathname } = new URL(adminUrl);
  return {
    url: `postgres://${host}${pathname}`,
    role: decodeURIComponent(username),
    password: decodeURIComponent(password),
    applicationName: role,
    settings: { role },
  };
}
