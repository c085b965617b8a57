import { type JobInsert, PgBoss } from "pg-boss";

import { MailKind } from "#kernel/contract/events/notification.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { inTransaction, type Pool, type PoolClient } from "#kernel/node/postgres/connections.ts";

import { measureJobs } from "./job-metrics.ts";
import { Job, type NewJob, type Work } from "./job.ts";

const QUEUE = "reactions";

export type RetryPolicy = Readonly<{ retries: number; delaySeconds: number; mostSeconds: number }>;

/** Outlasts a mail server that is down for a night. */
const RETRIES: RetryPolicy = { retries: 10, delaySeconds: 15, mostSeconds: 7_200 };
const POLL_SECONDS = 0.5;
const AT_ONCE = 4;

export type Queue = Readonly<{
  /** Within the caller's transaction: a job is queued together with the cursor that passes its event. */
  add: (client: PoolClient, jobs: readonly NewJob[]) => Promise<void>;
  /** Every process takes a share of the jobs. */
  work: (work: Work) => Promise<void>;
  close: () => Promise<void>;
}>;

type QueueOptions = Readonly<{ pool: Pool; log: Log; retry?: RetryPolicy | undefined }>;

/** pg-boss on tables that a migration created, because the role `jobs` may not create any. */
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
  boss.on("error", (err) => log.warn({ err }, "the job queue reported an error"));
  await boss.start();
  await boss.createQueue(QUEUE, {
    retryLimit: retry.retries,
    retryDelay: retry.delaySeconds,
    retryBackoff: true,
    retryDelayMax: retry.mostSeconds,
    // Sending an email may take 8 s.
    expireInSeconds: 60,
  });
  const workers: string[] = [];
  const endMeasuring = measureJobs(pool, QUEUE);

  return {
    add: async (client, jobs) => {
      if (jobs.length === 0) return;
      await boss.insert(QUEUE, jobs.map(toInsert), { db: executing(client) });
      // Wakes the workers after the commit. If the commit takes longer, they find the jobs by polling.
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
    close: async () => {
      endMeasuring();
      await boss.stop({ graceful: true, timeout: 5_000, close: false });
    },
  };
}

const toInsert = ({ job, startAfterMs }: NewJob): JobInsert => ({
  data: job,
  ...(startAfterMs === undefined ? {} : { startAfter: new Date(startAfterMs) }),
});

/** The interface of pg-boss: several statements in one text return the rows of all of them. */
export const executing = (db: Pick<Pool | PoolClient, "query">) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const results = [await db.query<Record<string, unknown>>(text, values)].flat();
    return { rows: results.flatMap(({ rows }) => rows) };
  },
});

/** False when the job of the email is no longer in the queue. */
export type SendAgain = (tenantId: TenantId, mailId: string) => Promise<boolean>;

/**
 * Queues the job of an email once more. The email's id is derived from the job, so it is still the
 * same email; its text and link are made again, as at every attempt.
 */
export const createSendAgain =
  ({ pool, queue }: Readonly<{ pool: Pool; queue: Queue }>): SendAgain =>
  (tenantId, mailId) =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ data: unknown }>(
        `select j.data from jobs.job j
          where j.name = $1 and j.data ->> 'tenantId' = $2 and j.state in ('completed', 'failed')`,
        [QUEUE, tenantId],
      );
      const job = rows.map(({ data }) => Job.parse(data)).find(({ key }) => isOf(key, mailId));
      if (!job) return false;
      await queue.add(client, [{ job, seq: 0 }]);
      return true;
    });

const isOf = (key: string, mailId: string): boolean =>
  MailKind.options.some((kind) => derivedId(key, `mail ${kind}`) === mailId);
