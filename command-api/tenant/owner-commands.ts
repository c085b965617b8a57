import {
  type AccountRefusal,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import {
  confirmPassword,
  type PasswordNotConfirmed,
} from "#command-api/account-store/confirm-password.ts";
import { setTwoFactorPolicy } from "#command-api/account-store/tables/two-factor-policies.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import type { Actor } from "#kernel/node/session/require-session.ts";

import { planTenant, planTenantInBothLogs } from "./plan-tenant.ts";
import type { TenantCommand, TenantRejectionCode } from "./tenant.ts";

type Refusal = Rejection<TenantRejectionCode | AccountRefusal>;

type TwoFactorPolicy = Readonly<{ actor: Actor; required: boolean; password: string }>;

/** Sets whether every user needs a second factor, enforced from the next sign-in on. */
export async function requireTwoFactor(
  accounts: AccountDeps,
  context: CommandContext,
  { actor, required, password }: TwoFactorPolicy,
): Promise<Refusal | PasswordNotConfirmed | undefined> {
  const confirmed = await confirmPassword(accounts, actor, password);
  if ("rejected" in confirmed) return confirmed;
  const { tenantId, occurredMs } = context;
  const outcome = await runAccountCommand<TenantRejectionCode>(accounts, context, {
    streams: { own: [tenantId] },
    work: async (client, { own: [head] }) => {
      const planned = planTenant(tenantId, { type: "RequireTwoFactor", required }, head);
      if (isRejection(planned)) return planned;
      await setTwoFactorPolicy(client, { tenantId, required }, occurredMs);
      return { own: planned };
    },
  });
  return isRejection(outcome) ? outcome : undefined;
}

/** The owner can cancel the deletion during this time. */
const GRACE_MS = 30 * 24 * 60 * 60 * 1000;

/** Schedules the deletion. Everything works as before until then. */
export async function requestDeletion(
  accounts: AccountDeps,
  context: CommandContext,
  { actor, password }: Readonly<{ actor: Actor; password: string }>,
): Promise<Refusal | PasswordNotConfirmed | undefined> {
  const confirmed = await confirmPassword(accounts, actor, password);
  if ("rejected" in confirmed) return confirmed;
  const until = context.occurredMs + GRACE_MS;
  return runDeletionCommand(accounts, context, {
    type: "RequestDeletion",
    tenantId: context.tenantId,
    until,
  });
}

export const cancelDeletion = (
  accounts: Accounts,
  context: CommandContext,
): Promise<Refusal | undefined> =>
  runDeletionCommand(accounts, context, { type: "CancelDeletion", tenantId: context.tenantId });

async function runDeletionCommand(
  accounts: Accounts,
  context: CommandContext,
  command: TenantCommand,
): Promise<Refusal | undefined> {
  const { tenantId } = context;
  const streams = [tenantId];
  const outcome = await runAccountCommand<TenantRejectionCode>(accounts, context, {
    streams: { own: streams, platform: streams },
    work: (_, heads) => Promise.resolve(planTenantInBothLogs(tenantId, command, heads)),
  });
  return isRejection(outcome) ? outcome : undefined;
}
