import { connect } from "node:net";

/** A server that a process needs over the network. */
export type Dependency = Readonly<{ name: string; host: string; port: number }>;

const WITHIN_MS = 2_000;

export function isReachable({ host, port }: Dependency): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port, timeout: WITHIN_MS });
  const end = (isUp: boolean): void => {
    socket.destroy();
    resolve(isUp);
  };
  socket.once("connect", () => end(true));
  socket.once("timeout", () => end(false));
  socket.once("error", () => end(false));
  return promise;
}

type Addresses = Readonly<{
  databaseUrl: string;
  brokers?: readonly string[] | undefined;
  redisUrl?: string | undefined;
}>;

const PORTS: Readonly<Record<string, number>> = { "postgres:": 5432, "postgresql:": 5432 };
const REDIS_PORT = 6379;

/** The addresses of the database, Kafka and Redis. */
export function dependenciesOf({ databaseUrl, brokers = [], redisUrl }: Addresses): Dependency[] {
  return [
    toDependency("postgres", databaseUrl),
    ...brokers.map((broker) => toDependency(`kafka ${broker}`, `kafka://${broker}`)),
    ...(redisUrl === undefined ? [] : [toDependency("redis", redisUrl)]),
  ];
}

function toDependency(name: string, url: string): Dependency {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return { name, host, port: port === "" ? (PORTS[protocol] ?? REDIS_PORT) : Number(port) };
}
