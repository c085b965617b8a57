import { type JobInsert, PgBoss } from "pg-boss";

import type { Log } from "#kernel/node/logging/logger.ts";
import type { Pool, PoolClient } from "#kernel/node/postgres/connections.ts";

import { Job, type Work } from "./job.ts";
import type { Reaction } from "./reaction.ts";

export const QUEUE = "reactions";

export type RetryPolicy = Readonly<{ retries: number; delaySeconds: number; mostSeconds: number }>;

/** A mail server may be away for a night. */
const RETRIES: RetryPolicy = { retries: 10, delaySeconds: 15, mostSeconds: 7_200 };
const POLL_SECONDS = 0.5;
const AT_ONCE = 4;

export type Queue = Readonly<{
  /** Within the caller's transaction: handed over with what it follows from, or not at all. */
  add: (client: PoolClient, reactions: readonly Reaction[]) => Promise<void>;
  /** Jobs of which every process takes its part. */
  work: (work: Work) => Promise<void>;
  close: () => Promise<void>;
}>;

type QueueOptions = Readonly<{ pool: Pool; log: Log; retry?: RetryPolicy | undefined }>;

/** pg-boss on tables that a migration made: its role may neither make nor change any. */
export async function openQueue({ pool, log, retry = RETRIES }: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    db: executing(pool),
    schema: "jobs",
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", (err) => log.warn({ err }, "the queue has a problem, it goes on"));
  await boss.start();
  await boss.createQueue(QUEUE, {
    retryLimit: retry.retries,
    retryDelay: retry.delaySeconds,
    retryBackoff: true,
    retryDelayMax: retry.mostSeconds,
    // A mail is given 8 s.
    expireInSeconds: 60,
  });
  const workers: string[] = [];

  return {
    add: async (client, reactions) => {
      if (reactions.length === 0) return;
      await boss.insert(QUEUE, reactions.map(toInsert), { db: executing(client) });
      // After the commit there is something to fetch; the poll is there for the rest.
      for (const worker of workers) setTimeout(() => boss.notifyWorker(worker), 5).unref();
    },
    work: async (work) => {
      const options = {
        includeMetadata: true,
        batchSize: 1,
        localConcurrency: AT_ONCE,
        pollingIntervalSeconds: POLL_SECONDS,
      } as const;
      const worker = await boss.work<object, void, typeof options>(QUEUE, options, async (jobs) => {
        for (const { id, data, retryCount, retryLimit } of jobs) {
          const isLastAttempt = retryCount >= retryLimit;
          await work(Job.parse(data), { attempt: `${id} ${retryCount}`, isLastAttempt });
        }
      });
      workers.push(worker);
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000, close: false }),
  };
}

const toInsert = ({ job, startAfterMs }: Reaction): JobInsert => ({
  data: job,
  ...(startAfterMs === undefined ? {} : { startAfter: new Date(startAfterMs) }),
});

/** As pg-boss asks: a text of several statements is answered by the rows of all of them. */
export const executing = (db: Pick<Pool | PoolClient, "query">) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const results = [await db.query<Record<string, unknown>>(text, values)].flat();
    return { rows: results.flatMap(({ rows }) => rows) };
  },
});
