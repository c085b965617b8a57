import { migrate } from "#command-api/migrate/migrate.ts";
import { TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";

import type { MigrateTemplate } from "./databases.ts";

/** Migrates the database that every fresh one is cloned from, once per run. */
export const migrateTemplate: MigrateTemplate | undefined = (adminUrl) =>
  migrate({ adminUrl, passwords: TEST_PASSWORDS });
