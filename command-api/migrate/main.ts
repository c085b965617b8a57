import { rolePasswords } from "#kernel/node/postgres/roles.ts";
import { startProcess } from "#kernel/node/start-problem.ts";

import { migrateConfig } from "./config.ts";
import { migrate } from "./migrate.ts";

await startProcess(async () => {
  const config = migrateConfig(process.env);
  await migrate({
    adminUrl: config.DATABASE_ADMIN_URL,
    passwords: rolePasswords(config),
    log: (message) => process.stdout.write(`${message}\n`),
  });
  process.stdout.write("the schema is up to date\n");
});
