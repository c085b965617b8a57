import { accountDeleted, accountDeletion, deletionRequested } from "./account-deletion.ts";
import type { JobKind } from "./engine/job.ts";
import { invitation } from "./invitation.ts";
import { lowStock } from "./low-stock.ts";
import { passwordChanged, passwordReset } from "./password.ts";
import type { Reaction } from "./ports.ts";
import { salesReport } from "./sales-report.ts";
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
};
