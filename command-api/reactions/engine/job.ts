import * as z from "zod/mini";

import { TenantId, UserId } from "#kernel/contract/ids.ts";

/** What may follow from an event or from a day. */
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
]);
export type JobKind = z.infer<typeof JobKind>;

/** What the queue holds: names of things and never a secret or anybody's data. */
export const Job = z.object({
  kind: JobKind,
  tenantId: TenantId,
  /** An id made of what the job follows from: what is done by it is done once. */
  key: z.uuid(),
  actorId: UserId,
  /** The event it follows from; none where it follows from the calendar. */
  seqs: z.array(z.int()),
  /** Products that have come to run low. */
  productIds: z.optional(z.array(z.string())),
  period: z.optional(z.object({ frequency: z.string(), from: z.string(), to: z.string() })),
});
export type Job = z.infer<typeof Job>;

/** A job in the hands of a worker. */
export type Try = Readonly<{ attempt: string; isLastAttempt: boolean }>;

/** Throws where it is to be tried again. */
export type Work = (job: Job, on: Try) => Promise<void>;
