import type { Logger } from "#kernel/node/logging/logger.ts";
import { type ConnectionSettings, createPool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import { accountDeleted, accountDeletion, deletionRequested } from "./account-deletion.ts";
import { approvalRequested, approvalClaimed, approvalDenied } from "./approvals.ts";
import { type ReactionEngine, startReactionEngine } from "./engine/engine.ts";
import type { JobKind } from "./engine/job.ts";
import type { RetryPolicy } from "./engine/queue.ts";
import { invitation } from "./invitation.ts";
import { lowStock } from "./low-stock.ts";
import { passwordChanged, passwordReset } from "./password.ts";
import type { ReactionPorts, Reaction } from "./ports.ts";
import { customerReceipt, receiptEmail } from "./receipts.ts";
import { salesReport } from "./sales-report.ts";
import { taxThreshold } from "./tax-threshold.ts";
import { tillWaiting } from "./till-waiting.ts";
import { trialEnd, trialEnded } from "./trial-end.ts";

export const REACTIONS: Readonly<Record<JobKind, Reaction>> = {
  "password-reset": passwordReset,
  "password-changed": passwordChanged,
  invitation,
  "trial-end": trialEnd,
  "trial-ended": trialEnded,
  "deletion-requested": deletionRequested,
  "account-deletion": accountDeletion,
  "account-deleted": accountDeleted,
  "low-stock": lowStock,
  "sales-report": salesReport,
  "till-waiting": tillWaiting,
  "approval-asked": approvalRequested,
  "approval-claimed": approvalClaimed,
  "approval-denied": approvalDenied,
  "tax-threshold": taxThreshold,
  "receipt-email": receiptEmail,
  "customer-receipt": customerReceipt,
};

export type ReactionOptions = Readonly<{
  ports: Omit<ReactionPorts, "jobsPool">;
  /** As role `jobs`. Absent: this process neither queues jobs nor works on them. */
  database?: ConnectionSettings | undefined;
  retry?: RetryPolicy | undefined;
  clock: Clock;
  logger: Logger;
}>;

/**
 * Runs the reactions to events and dates: emails, notifications, the end of a trial, the deletion
 * of a tenant.
 */
export async function startReactions(options: ReactionOptions): Promise<ReactionEngine> {
  const { database, retry, clock, logger: log } = options;
  if (!database) return { sendAgain: async () => false, stop: async () => undefined };
  const jobsPool = createPool({ ...database, max: 1, purpose: "reactions" });
  const ports: ReactionPorts = { ...options.ports, jobsPool };
  const engine = await startReactionEngine({
    database,
    triggers: REACTIONS,
    work: (job, attempt) => REACTIONS[job.kind].run(ports, job, attempt),
    retry,
    clock,
    log,
  });
  return {
    sendAgain: engine.sendAgain,
    stop: async () => {
      await engine.stop();
      await jobsPool.end();
    },
  };
}
