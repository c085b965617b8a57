import { randomBytes } from "node:crypto";

import { Client } from "pg";

/** Migrates an empty database. Roles belong to the server and may exist already. */
export type MigrateTemplate = (adminUrl: string) => Promise<void>;

export type Databases = Readonly<{
  create: (isEmpty: boolean) => Promise<Readonly<{ name: string; adminUrl: string }>>;
  drop: (name: string) => Promise<void>;
  dropAll: () => Promise<void>;
}>;

const urlOf = (adminUrl: string, database: string): string => {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
};

const run = async (adminUrl: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

/** A database for each suite, cloned from one that is migrated once. All are dropped at the end. */
export const createDatabases = (adminUrl: string, migrateTemplate?: MigrateTemplate): Databases => {
  // Random, because several runs may share the server.
  const prefix = `test_${randomBytes(6).toString("hex")}`;
  const names = new Set<string>();
  let template: Promise<string> | undefined;

  const createFrom = async (source: string, name: string): Promise<string> => {
    names.add(name);
    await run(adminUrl, `create database ${name} template ${source} strategy file_copy`);
    return urlOf(adminUrl, name);
  };
  const createTemplate = async (): Promise<string> => {
    const name = `${prefix}_template`;
    const url = await createFrom("template0", name);
    await migrateTemplate?.(url);
    return name;
  };
  const drop = async (name: string): Promise<void> => {
    await run(adminUrl, `drop database if exists ${name} with (force)`);
    names.delete(name);
  };
  let count = 0;
  return {
    create: async (isEmpty) => {
      count += 1;
      const name = `${prefix}_${count}`;
      const source = isEmpty ? "template0" : await (template ??= createTemplate());
      return { name, adminUrl: await createFrom(source, name) };
    },
    drop,
    dropAll: async () => {
      for (const name of names) await drop(name);
    },
  };
};
