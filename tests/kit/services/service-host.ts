import { accessSync, constants } from "node:fs";
import { join } from "node:path";

import { createDatabases, type Databases, type MigrateTemplate } from "./databases.ts";
import { findProgram } from "./find-program.ts";
import { findService } from "./find-service.ts";
import { createRunFolder } from "./run-folder.ts";
import type { Missing, ServiceName, StartedService } from "./service-types.ts";
import type { TestSettings } from "./test-settings.ts";

/** Starts each service of a run when it is first needed, and stops them all. */
export type ServiceHost = Readonly<{
  missing: () => Promise<Missing>;
  start: (name: ServiceName, own: boolean) => Promise<Readonly<{ id: string; address: string }>>;
  act: (id: string, action: string) => Promise<void>;
  createDatabase: (isEmpty: boolean) => Promise<Readonly<{ name: string; adminUrl: string }>>;
  dropDatabase: (name: string) => Promise<void>;
  /** A data folder of the standalone product with its demo shops, to be copied. */
  demoFolder: () => Promise<string>;
  stop: () => Promise<void>;
}>;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const missingProgram = (path: string): string | undefined => {
  try {
    accessSync(path, constants.X_OK);
    return undefined;
  } catch {
    return `there is no ${path} (CHROMIUM names another)`;
  }
};

const notOnPath = (name: string, { path }: TestSettings): string | undefined =>
  findProgram(name, path) === undefined ? `${name} is not on the PATH` : undefined;

const existing = (address: string): StartedService => ({
  address,
  actions: {},
  end: () => Promise.resolve(),
});

/** What the run makes once: a migrated database, and a data folder with the demo shops. */
type Templates = Readonly<{
  migrate?: MigrateTemplate | undefined;
  fillDemo?: (folder: string) => Promise<void>;
}>;

export const createServiceHost = (
  settings: TestSettings,
  templates: Templates = {},
): ServiceHost => {
  const folder = createRunFolder();
  const services = new Map<string, Promise<StartedService>>();
  const given: Readonly<Record<ServiceName, string | undefined>> = {
    postgres: settings.adminUrl,
    kafka: settings.brokers,
    redis: settings.redisUrl,
  };
  let databases: Promise<Databases> | undefined;

  const launch = async (name: ServiceName, id: string, own: boolean): Promise<StartedService> => {
    const address = own ? undefined : given[name];
    if (address !== undefined) return existing(address);
    const start = await findService(name, settings);
    return start(join(folder, id));
  };

  const start = async (name: ServiceName, own: boolean) => {
    const id = own ? `${name}-${services.size}` : name;
    const service = services.get(id) ?? launch(name, id, own);
    services.set(id, service);
    return { id, address: (await service).address };
  };

  const theDatabases = async (): Promise<Databases> => {
    const { address } = await start("postgres", false);
    return createDatabases(address, templates.migrate);
  };

  let demo: Promise<string> | undefined;
  const makeDemo = async (): Promise<string> => {
    const made = join(folder, "demo");
    await templates.fillDemo?.(made);
    return made;
  };

  const whyMissing = async (name: ServiceName): Promise<string | undefined> =>
    given[name] === undefined
      ? findService(name, settings).then(() => undefined, reasonOf)
      : undefined;

  return {
    start,
    missing: async () => {
      const [postgres, kafka, redis] = await Promise.all([
        whyMissing("postgres"),
        whyMissing("kafka"),
        whyMissing("redis"),
      ]);
      const chromium = missingProgram(settings.chromium);
      const python3 = notOnPath("python3", settings);
      const prometheus = notOnPath("prometheus", settings) ?? notOnPath("promtool", settings);
      return { postgres, kafka, redis, chromium, python3, prometheus };
    },
    act: async (id, action) => {
      const service = await services.get(id);
      const act = service?.actions[action];
      if (act === undefined) throw new Error(`${id} cannot ${action}: it is not this run's own`);
      await act();
    },
    createDatabase: async (isEmpty) => (await (databases ??= theDatabases())).create(isEmpty),
    dropDatabase: async (name) => (await databases)?.drop(name),
    demoFolder: () => (demo ??= makeDemo()),
    stop: async () => {
      await (await databases)?.dropAll();
      const started = await Promise.allSettled(services.values());
      const running = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      await Promise.all(running.map((service) => service.end()));
    },
  };
};
