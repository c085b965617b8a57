import { confirmPassword, type Unconfirmed } from "#command-api/auth/password/confirm-password.ts";
import { type AccountRefusal, runAccountCommand } from "#command-api/auth/shell/account-command.ts";
import type { AccountDoors } from "#command-api/auth/shell/create-accounts.ts";
import { planTenant } from "#command-api/auth/tenant/plan-tenant.ts";
import type { TenantRejectionCode } from "#command-api/auth/tenant/tenant.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { StreamId } from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import type { Actor } from "#kernel/node/session.ts";

import { setTwoFactorPolicy } from "./two-factor-policy.ts";

type Policy = Readonly<{ actor: Actor; required: boolean; password: string }>;

/** Whether everybody of the shop needs a second factor, asked for from the next sign-in on. */
export async function requireTwoFactor(
  accounts: AccountDoors,
  context: CommandContext,
  { actor, required, password }: Policy,
): Promise<Rejection<TenantRejectionCode | AccountRefusal> | Unconfirmed | undefined> {
  const confirmed = await confirmPassword(accounts, actor, password);
  if ("rejected" in confirmed) return confirmed;
  const { tenantId, occurredMs } = context;
  const outcome = await runAccountCommand<TenantRejectionCode>(accounts, context, {
    streams: { own: [StreamId.parse(tenantId)] },
    work: async (client, { own: [head] }) => {
      const planned = planTenant(tenantId, { type: "RequireTwoFactor", required }, head);
      if (isRejection(planned)) return planned;
      await setTwoFactorPolicy(client, { tenantId, required }, occurredMs);
      return { own: planned };
    },
  });
  return isRejection(outcome) ? outcome : undefined;
}
