import { generateKeyPairSync, randomBytes } from "node:crypto";

import type { RolePasswords } from "#kernel/node/postgres/roles.ts";
import { ensureWebApp } from "#standalone/product/web-app.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { ownPort } from "#tests/kit/services/own-port.ts";

import { LIMITLESS } from "./limitless.ts";
import { type ServiceProcess, startServiceProcess } from "./service-process.ts";

const COPIES = 2;

export type Surroundings = Readonly<{
  adminUrl: string;
  passwords?: RolePasswords;
  brokers?: string | undefined;
  redisUrl?: string | undefined;
  /** Settings that differ from the defaults, such as limits. */
  env?: Readonly<Record<string, string>>;
}>;

/** The distributed product: two of each service and the web server, each its own OS process. */
export type ProductProcesses = Readonly<{
  url: string;
  commandApis: readonly ServiceProcess[];
  queryApis: readonly ServiceProcess[];
  projectors: readonly ServiceProcess[];
  web: ServiceProcess;
  stop: () => Promise<void>;
}>;

/** Each process runs the main.ts of its image, with the environment that compose gives it. */
export async function startProductProcesses(around: Surroundings): Promise<ProductProcesses> {
  await ensureWebApp(() => undefined);
  const env = { ...serviceEnvironment(around), ...around.env };
  const started: ServiceProcess[] = [];
  const start = async (service: string, more: Readonly<Record<string, string>> = {}) => {
    const [port, metricsPort] = [await ownPort(), await ownPort()];
    const process = startServiceProcess({
      service,
      port,
      metricsPort,
      env: { ...env, ...more },
    });
    started.push(process);
    return process;
  };
  const copies = (service: string) =>
    Promise.all(Array.from({ length: COPIES }, () => start(service)));
  try {
    const [commandApis, queryApis, projectors] = await Promise.all([
      copies("command-api"),
      copies("query-api"),
      copies("projector"),
    ]);
    const web = await start("web/server", {
      COMMAND_API_URL: commandApis.map(({ url }) => url).join(","),
      QUERY_API_URL: queryApis.map(({ url }) => url).join(","),
    });
    await Promise.all(started.map((process) => process.ready()));
    return { url: web.url, commandApis, queryApis, projectors, web, stop: () => stopAll(started) };
  } catch (cause) {
    await stopAll(started);
    throw cause;
  }
}

/** One service alone, for benchmarks. Does not wait until it is ready. */
export async function startProductProcess(
  service: string,
  around: Surroundings,
): Promise<ServiceProcess> {
  const env = { ...serviceEnvironment(around), LOG_LEVEL: "warn", ...LIMITLESS, ...around.env };
  const [port, metricsPort] = [await ownPort(), await ownPort()];
  return startServiceProcess({ service, port, metricsPort, env });
}

async function stopAll(processes: readonly ServiceProcess[]): Promise<void> {
  await Promise.all(processes.map((process) => process.stop()));
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** The settings that all services have in common, with new keys. */
export function serviceEnvironment({
  adminUrl,
  brokers,
  redisUrl,
  passwords = TEST_PASSWORDS,
}: Surroundings): Record<string, string> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return {
    NODE_ENV: "test",
    LOG_LEVEL: "info",
    HOST: "127.0.0.1",
    POOL_SIZE: "6",
    DATABASE_URL: connectionAs("query_ro", adminUrl).url,
    ...Object.fromEntries(
      Object.entries(passwords).map(([role, password]) => [
        `DB_PASSWORD_${role.toUpperCase()}`,
        password,
      ]),
    ),
    ...(brokers === undefined ? {} : { KAFKA_BROKERS: brokers }),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    DATA_KEY: randomBytes(32).toString("base64"),
    REQUEST_HASH_KEY: randomBytes(32).toString("base64"),
    TOKEN_PRIVATE_KEY: base64(privateKey),
    TOKEN_PUBLIC_KEY: base64(publicKey),
  };
}
