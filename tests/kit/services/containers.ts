import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";
import { GenericContainer, getContainerRuntimeClient, ImageName } from "testcontainers";

import { ownPort } from "#tests/kit/services/own-port.ts";

import { kafkaAnswers, redisAnswers } from "./exchange.ts";
import { MAX_CONNECTIONS } from "./postgres-server.ts";
import type { ServiceName, StartedService } from "./service-types.ts";
import { settleTestcontainers } from "./test-settings.ts";

type Recipe = Readonly<{
  image: string;
  /**
   * The port inside the container. We choose the port outside, so that it stays the same over
   * restarts.
   */
  port: (outside: number) => number;
  environment: (outside: number) => Record<string, string>;
  address: (outside: number) => string;
  isReady: (outside: number) => Promise<boolean>;
  command?: readonly string[];
}>;

const PASSWORD = "postgres";
const READY_MS = 60_000;
const POLL_MS = 50;

const postgresUrl = (port: number): string =>
  `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;

const postgresAnswers = async (port: number): Promise<boolean> => {
  const client = new Client({ connectionString: postgresUrl(port) });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const RECIPES: Readonly<Record<ServiceName, Recipe>> = {
  postgres: {
    image: "postgres:18",
    port: () => 5432,
    environment: () => ({ POSTGRES_PASSWORD: PASSWORD }),
    address: postgresUrl,
    isReady: postgresAnswers,
    command: ["postgres", "-c", `max_connections=${MAX_CONNECTIONS}`],
  },
  kafka: {
    image: "apache/kafka:4.1.0",
    // Kafka tells clients its address, so the port is the same inside and outside.
    port: (outside) => outside,
    environment: (outside) => ({
      KAFKA_NODE_ID: "1",
      KAFKA_PROCESS_ROLES: "broker,controller",
      KAFKA_LISTENERS: `CLIENTS://:${outside},INTERNAL://:19092,CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `CLIENTS://127.0.0.1:${outside},INTERNAL://localhost:19092`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP:
        "CLIENTS:PLAINTEXT,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT",
      KAFKA_INTER_BROKER_LISTENER_NAME: "INTERNAL",
      KAFKA_CONTROLLER_LISTENER_NAMES: "CONTROLLER",
      KAFKA_CONTROLLER_QUORUM_VOTERS: "1@localhost:9093",
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: "false",
      KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: "4",
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: "1",
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: "1",
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: "1",
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: "0",
    }),
    address: (outside) => `127.0.0.1:${outside}`,
    isReady: kafkaAnswers,
  },
  redis: {
    image: "redis:8",
    port: () => 6379,
    environment: () => ({}),
    address: (outside) => `redis://127.0.0.1:${outside}`,
    isReady: redisAnswers,
  },
};

const untilReady = async (recipe: Recipe, port: number): Promise<void> => {
  const deadline = performance.now() + READY_MS;
  while (!(await recipe.isReady(port))) {
    if (performance.now() > deadline) throw new Error(`${recipe.image} does not become ready`);
    await delay(POLL_MS);
  }
};

/** Rejects with the reason if Docker does not answer or the image would have to be pulled. */
export const findContainer = async (name: ServiceName): Promise<() => Promise<StartedService>> => {
  settleTestcontainers();
  const recipe = RECIPES[name];
  const docker = await getContainerRuntimeClient().catch((error: unknown) => {
    throw new Error("Docker does not answer", { cause: error });
  });
  if (!(await docker.image.exists(ImageName.fromString(recipe.image)))) {
    throw new Error(`Docker has no image ${recipe.image}`);
  }
  return () => startContainer(recipe);
};

const startContainer = async (recipe: Recipe): Promise<StartedService> => {
  const docker = await getContainerRuntimeClient();
  const port = await ownPort();
  const create = async () =>
    new GenericContainer(recipe.image)
      .withExposedPorts({ container: recipe.port(port), host: port })
      .withEnvironment(recipe.environment(port))
      .withCommand([...(recipe.command ?? [])])
      .start();

  let container = await create();
  await untilReady(recipe, port);
  const same = () => docker.container.getById(container.getId());
  return {
    address: recipe.address(port),
    actions: {
      kill: async () => {
        await same().kill();
      },
      stop: async () => {
        await same().stop();
      },
      freeze: async () => {
        await same().pause();
      },
      thaw: async () => {
        await same().unpause();
      },
      restart: async () => {
        await same().restart();
        await untilReady(recipe, port);
      },
      eraseData: async () => {
        await container.stop({ timeout: 0 });
        container = await create();
        await untilReady(recipe, port);
      },
    },
    end: async () => {
      await container.stop({ timeout: 0 });
    },
  };
};
