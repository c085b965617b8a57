import * as z from "zod/mini";

import { TenantId, UserId } from "#kernel/contract/ids.ts";

/** Stored with queued jobs and in es.reactions: a kind is never renamed. */
export const JobKind = z.enum([
  "password-reset",
  "password-changed",
  "invitation",
  "trial-end",
  "trial-ended",
  "deletion-requested",
  "account-deletion",
  "account-deleted",
  "low-stock",
  "sales-report",
  "till-waiting",
  "approval-asked",
  "approval-claimed",
  "approval-denied",
  "tax-threshold",
  "receipt-email",
  "customer-receipt",
]);
export type JobKind = z.infer<typeof JobKind>;

/** Holds ids and dates only, never a secret or personal data. */
export const Job = z.object({
  kind: JobKind,
  tenantId: TenantId,
  /** Derived from the event or period that caused the job, so that its commands have one effect. */
  key: z.uuid(),
  actorId: UserId,
  /** The event that caused it; empty for a job of the calendar. */
  seqs: z.array(z.int()),
  /** Products that began to run low. */
  productIds: z.optional(z.array(z.string())),
  /** The part of a limit that was reached, in percent. */
  step: z.optional(z.int()),
  period: z.optional(z.object({ frequency: z.string(), from: z.string(), to: z.string() })),
});
export type Job = z.infer<typeof Job>;

/** A job before it is queued. `seq` is 0 for a job of the calendar. */
export type NewJob = Readonly<{ job: Job; seq: number; startAfterMs?: number }>;

/** One try at a job. */
export type Attempt = Readonly<{ attempt: string; isLastAttempt: boolean }>;

/** Throws when the job is to be tried again. */
export type Work = (job: Job, attempt: Attempt) => Promise<void>;
