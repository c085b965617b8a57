import { migrate } from "#command-api/migrate/migrate.ts";

import type { MigrateTemplate } from "./databases.ts";
import { TEST_PASSWORDS } from "./test-roles.ts";

/** Run once a run on the database that every fresh one is cloned from. */
export const migrateTemplate: MigrateTemplate | undefined = (adminUrl) =>
  migrate({ adminUrl, passwords: TEST_PASSWORDS });
