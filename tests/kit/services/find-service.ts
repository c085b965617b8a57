import { findPostgres } from "#standalone/product/postgres/postgres-binaries.ts";
import { runTool } from "#standalone/product/postgres/run-process.ts";

import { findProgram } from "./find-program.ts";
import { kafkaJars } from "./kafka-jars.ts";
import { startKafkaServer } from "./kafka-server.ts";
import { startPostgresServer } from "./postgres-server.ts";
import { startRedisServer } from "./redis-server.ts";
import type { ServiceName, StartedService } from "./service-types.ts";
import type { TestSettings } from "./test-settings.ts";

/** Starts a new server that keeps its files in the folder. */
export type Start = (folder: string) => Promise<StartedService>;

/** Kafka 4 needs at least this version. */
const JAVA = 17;

const programOf = (name: string, { path }: TestSettings): string => {
  const program = findProgram(name, path);
  if (program === undefined) throw new Error(`${name} is not on the PATH`);
  return program;
};

const findJava = async (settings: TestSettings): Promise<string> => {
  const java = programOf("java", settings);
  const { output } = await runTool(java, ["-version"]);
  const [, major] = /version "(\d+)/.exec(output) ?? [];
  if (Number(major) >= JAVA) return java;
  throw new Error(`Kafka needs Java ${JAVA} or later, ${java} is ${major ?? "unknown"}`);
};

/** How to run each service without Docker; rejects with the reason if that is not possible. */
const LOCAL: Readonly<Record<ServiceName, (settings: TestSettings) => Promise<Start>>> = {
  postgres: async () => {
    await findPostgres();
    return startPostgresServer;
  },
  kafka: async (settings) => {
    const java = await findJava(settings);
    const libs = await kafkaJars(settings.cache, findProgram("mvn", settings.path));
    return (folder) => startKafkaServer(java, libs, folder);
  },
  redis: async (settings) => {
    const program = programOf("redis-server", settings);
    return (folder) => startRedisServer(program, folder);
  },
};

// Loaded only when used: the library takes longer to load than Postgres takes to start.
const findInDocker = async (name: ServiceName): Promise<Start> =>
  (await import("./containers.ts")).findContainer(name);

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Servers run as programs of this machine, and in testcontainers if that is not possible or
 * TEST_SERVICES=containers asks for it. Both are needed: tests must run on machines without Docker,
 * and on machines with nothing but Docker. Rejects with the reason if neither works.
 */
export const findService = async (name: ServiceName, settings: TestSettings): Promise<Start> => {
  if (settings.useContainers) return findInDocker(name);
  try {
    return await LOCAL[name](settings);
  } catch (withoutDocker) {
    try {
      return await findInDocker(name);
    } catch (inDocker) {
      throw new Error(`${reasonOf(withoutDocker)}; ${reasonOf(inDocker)}`, { cause: inDocker });
    }
  }
};
