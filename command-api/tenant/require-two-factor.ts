import {
  type AccountRefusal,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import {
  confirmPassword,
  type PasswordNotConfirmed,
} from "#command-api/account-store/confirm-password.ts";
import { setTwoFactorPolicy } from "#command-api/account-store/tables/two-factor-policies.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { StreamId } from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import type { Actor } from "#kernel/node/session/require-session.ts";

import { planTenant } from "./plan-tenant.ts";
import type { TenantRejectionCode } from "./tenant.ts";

type Policy = Readonly<{ actor: Actor; required: boolean; password: string }>;

/** Whether everybody of the shop needs a second factor, asked for from the next sign-in on. */
export async function requireTwoFactor(
  accounts: AccountDeps,
  context: CommandContext,
  { actor, required, password }: Policy,
): Promise<Rejection<TenantRejectionCode | AccountRefusal> | PasswordNotConfirmed | undefined> {
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
