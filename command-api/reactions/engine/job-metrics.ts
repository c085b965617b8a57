import { createGauge, sharedFor } from "#kernel/node/metrics/registry.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

const joinJobs = createGauge({
  name: "tillbook_jobs",
  help: "Jobs of emails, alerts and reports that wait, run, wait for another try or have failed for good",
  labels: ["state"],
});

const joinOldest = createGauge({
  name: "tillbook_jobs_oldest_seconds",
  help: "How long the oldest job is due already",
});

const ASK_EVERY_MS = 5_000;

type JobCount = { state: string; jobs: number; dueSeconds: number };

/** Every command API shows the same. Returns how to end it. */
export function measureJobs(pool: Pool, queue: string): () => void {
  const counts = sharedFor(ASK_EVERY_MS, () => countJobs(pool, queue));
  const leave = [
    joinJobs(async () =>
      (await counts()).map(({ state, jobs }) => ({ labels: { state }, value: jobs })),
    ),
    joinOldest(async () => {
      const due = (await counts()).filter(({ state }) => state !== "failed");
      return [{ value: Math.max(0, ...due.map(({ dueSeconds }) => dueSeconds)) }];
    }),
  ];
  return () => leave.forEach((end) => end());
}

async function countJobs(pool: Pool, queue: string): Promise<readonly JobCount[]> {
  const { rows } = await pool.query<JobCount>(
    `select s.state::text, count(j.id) as jobs,
            coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as "dueSeconds"
       from unnest('{created,active,retry,failed}'::jobs.job_state[]) s (state)
       left join jobs.job j on j.state = s.state and j.name = $1
      group by s.state`,
    [queue],
  );
  return rows;
}
