import type { TenantId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { type Attempt, type Job, JobKind, type NewJob } from "./job.ts";
import type { ThresholdOf, UnreadEvent } from "./log.ts";

/** The details that a job needs besides its kind, tenant and event. */
export type JobDetails = Readonly<{ productIds?: string[]; startAfterMs?: number }>;

/** A job of the calendar. It is queued once for each tenant and occasion, even when a clock is set back. */
export type DueJob = Readonly<{
  tenantId: TenantId;
  occasion: string;
  period?: Job["period"];
  step?: Job["step"];
}>;

/** When a job is queued: after an event, or at a time that a query over all tenants finds. */
export type Trigger = Readonly<{
  after?: (event: UnreadEvent, thresholdOf: ThresholdOf) => JobDetails | undefined;
  due?: (client: PoolClient, nowMs: number) => Promise<readonly DueJob[]>;
}>;

export type Reaction<Ports> = Trigger &
  Readonly<{ run: (ports: Ports, job: Job, attempt: Attempt) => Promise<void> }>;

export type Triggers = Readonly<Record<JobKind, Trigger>>;

export const afterEvents =
  (...types: readonly string[]) =>
  ({ type }: UnreadEvent): JobDetails | undefined =>
    types.includes(type) ? {} : undefined;

export const entriesOf = (triggers: Triggers): readonly (readonly [JobKind, Trigger])[] =>
  JobKind.options.map((kind) => [kind, triggers[kind]] as const);

/** The jobs that follow from one event. */
export const jobsAfter = (
  triggers: Triggers,
  event: UnreadEvent,
  thresholdOf: ThresholdOf,
): readonly NewJob[] =>
  entriesOf(triggers).flatMap(([kind, { after }]) => {
    const details = after?.(event, thresholdOf);
    if (!details) return [];
    const { startAfterMs, ...more } = details;
    const { tenantId, seq, actorId } = event;
    const key = derivedId(tenantId, `${seq}|${kind}`);
    return [
      {
        seq,
        job: { kind, tenantId, key, actorId, seqs: [seq], ...more },
        ...(startAfterMs === undefined ? {} : { startAfterMs }),
      },
    ];
  });
