import {
  type ConnectionSettings,
  createPool,
  type Pool,
} from "#kernel/node/postgres/connections.ts";
import type { LoginRole, RolePasswords } from "#kernel/node/postgres/roles.ts";

/** Roles belong to the whole server, so every suite of a run uses the same passwords. */
export const TEST_PASSWORDS: RolePasswords = {
  migrator: "test-migrator",
  cmd_writer: "test-cmd-writer",
  account_writer: "test-account-writer",
  relay: "test-relay",
  projector: "test-projector",
  query_ro: "test-query-ro",
  platform_ro: "test-platform-ro",
  auditor_ro: "test-auditor-ro",
  jobs: "test-jobs",
};

/** How a service with that role connects to the database of `adminUrl`. */
export function connectionAs(role: LoginRole, adminUrl: string): ConnectionSettings {
  const url = new URL(adminUrl);
  url.username = "";
  url.password = "";
  return { url: url.href, role, password: TEST_PASSWORDS[role] };
}

export const poolAs = (role: LoginRole, adminUrl: string, max = 4): Pool =>
  createPool({ ...connectionAs(role, adminUrl), max });
