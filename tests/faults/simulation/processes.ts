import { createEventStore, type EventStore } from "#command-api/event-store/handle-command.ts";
import { createHints } from "#command-api/event-store/relay/hints.ts";
import { startRelay } from "#command-api/event-store/relay/relay.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { createSealer, type Sealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import type { EventConsumer, EventPublisher } from "#kernel/node/kafka/event-bus.ts";
import { createRateLimiter, type RateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { createRedis } from "#kernel/node/limits/redis.ts";
import type { Clock } from "#kernel/node/time.ts";
import { createProjector } from "#projector/projector.ts";
import { type Arguments, ask, type Prepared, readProgress } from "#query-api/ask.query.ts";
import { askFresh } from "#query-api/freshness.ts";
import { followProjector } from "#query-api/projector-notices.ts";
import { connectionAs, poolAs } from "#tests/kit/database/test-roles.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

import type { Planted } from "./planted/planted.ts";
import type { Running } from "./slot.ts";

export const DATA_KEY = Buffer.alloc(32, 3);

/** More than any run uses: the limiter is here to meet a Redis that fails. */
const POINTS = 1_000_000;
const POOL_SIZE = 3;

export type CommandProcess = Running &
  Readonly<{ store: EventStore; sealer: Sealer; clock: Clock; limiter: RateLimiter }>;

type Starting = Readonly<{ url: string; planted: Planted | undefined }>;

/** The command side with its relay, as the service builds them. */
export function startCommands({
  url,
  planted,
  clock,
  publisher,
  redisUrl,
}: Starting &
  Readonly<{ clock: Clock; publisher: EventPublisher; redisUrl: string }>): CommandProcess {
  const pool = poolAs("cmd_writer", url, POOL_SIZE);
  const hints = createHints(connectionAs("cmd_writer", url));
  const redis = createRedis({ url: redisUrl, log: silent });
  const relay = startRelay({
    database: connectionAs("relay", url),
    publisher: planted?.publisher?.(publisher) ?? publisher,
    log: silent,
  });
  const store = createEventStore(pool, (tenantIds) => {
    relay.hint(tenantIds);
    hints.send(tenantIds);
  });
  return {
    store: planted?.store?.(store) ?? store,
    sealer: createSealer({ dataKey: DATA_KEY, clock, ...subjectKeys(pool) }),
    clock,
    limiter: createRateLimiter({ name: "writes", points: POINTS, perMs: 60_000, redis }),
    stop: async () => {
      await relay.stop();
      await publisher.close();
      await hints.close();
      await redis.close();
      await pool.end();
    },
  };
}

export function startProjector({
  url,
  planted,
  clock,
  consumer,
}: Starting & Readonly<{ clock: Clock; consumer: EventConsumer }>): Running {
  const options = {
    connection: connectionAs("projector", url),
    poolSize: POOL_SIZE,
    dataKey: DATA_KEY,
    clock,
    log: silent,
    consumer,
    ...(planted?.projections && { projections: planted.projections }),
  };
  const projector = planted?.projector?.(options) ?? createProjector(options);
  projector.start();
  return projector;
}

export type ReaderProcess = Running &
  Readonly<{
    read: <Body>(
      tenantId: TenantId,
      question: Prepared<Body>,
      args: Arguments,
    ) => Promise<Readonly<{ body: Body; isStale: boolean }>>;
  }>;

/** The query side: the questions that its routes ask, with their wait for the projector. */
export function startReader({
  url,
  planted,
  clock,
}: Starting & Readonly<{ clock: Clock }>): ReaderProcess {
  const pool = poolAs("query_ro", url, POOL_SIZE);
  const connection = connectionAs("query_ro", url);
  const projector = followProjector({ pool, connection, log: silent });
  return {
    read: async (tenantId, question, args) => {
      const input = { tenantId, nowMs: clock(), args };
      if (planted?.answersAtOnce) {
        return { body: (await ask(pool, question, input)).body, isStale: false };
      }
      const { answer, stale } = await askFresh(projector.freshness, tenantId, {
        ask: () => ask(pool, question, input),
        readProgress: () => readProgress(pool, question, input),
      });
      return { body: answer.body, isStale: stale !== undefined };
    },
    stop: async () => {
      await projector.close();
      await pool.end();
    },
  };
}
