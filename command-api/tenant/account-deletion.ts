import {
  type AccountRefusal,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { AccountDoors } from "#command-api/account-store/account-deps.ts";
import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import { confirmPassword, type Unconfirmed } from "#command-api/account-store/confirm-password.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { StreamId } from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import type { Actor } from "#kernel/node/session.ts";

import { planInBothLogs } from "./plan-tenant.ts";
import type { TenantCommand, TenantRejectionCode } from "./tenant.ts";

/** So long it can be taken back (R8). */
const GRACE_MS = 30 * 24 * 60 * 60 * 1000;

type Refusal = Rejection<TenantRejectionCode | AccountRefusal>;

/** The account goes when the grace is over; until then everything works as before. */
export async function requestDeletion(
  accounts: AccountDoors,
  context: CommandContext,
  { actor, password }: Readonly<{ actor: Actor; password: string }>,
): Promise<Refusal | Unconfirmed | undefined> {
  const confirmed = await confirmPassword(accounts, actor, password);
  if ("rejected" in confirmed) return confirmed;
  const until = context.occurredMs + GRACE_MS;
  return run(accounts, context, { type: "RequestDeletion", tenantId: context.tenantId, until });
}

export const cancelDeletion = (
  accounts: Accounts,
  context: CommandContext,
): Promise<Refusal | undefined> =>
  run(accounts, context, { type: "CancelDeletion", tenantId: context.tenantId });

async function run(
  accounts: Accounts,
  context: CommandContext,
  command: TenantCommand,
): Promise<Refusal | undefined> {
  const { tenantId } = context;
  const streams = [StreamId.parse(tenantId)];
  const outcome = await runAccountCommand<TenantRejectionCode>(accounts, context, {
    streams: { own: streams, platforms: streams },
    work: (_, heads) => Promise.resolve(planInBothLogs(tenantId, command, heads)),
  });
  return isRejection(outcome) ? outcome : undefined;
}
