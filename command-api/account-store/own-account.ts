import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

import { type AccountRefusal, type AccountResult, runAccountCommand } from "./account-command.ts";
import type { Accounts } from "./account-transaction.ts";
import { member, type MemberCommand } from "./member.ts";
import { planMember } from "./plan-member.ts";

export type OwnAccountChange<Code extends string> = Readonly<{
  command: MemberCommand;
  /** Must refuse before it writes. May run more than once, so create hashes and secrets outside. */
  work: (client: PoolClient) => Promise<Rejection<Code> | undefined>;
}>;

/** Changes rows of a person's own account and appends the event for it, both or neither. */
export const changeOwnAccount = <Code extends string>(
  accounts: Accounts,
  context: CommandContext,
  { command, work }: OwnAccountChange<Code>,
): Promise<AccountResult | Rejection<Code | AccountRefusal>> =>
  runAccountCommand<Code>(accounts, context, {
    streams: { own: [] },
    // People may change their own account while the tenant is suspended.
    allowSuspended: true,
    work: async (client) => {
      const refused = await work(client);
      if (refused) return refused;
      const planned = await planMember(client, context, { decider: member, command });
      return "rejected" in planned ? planned : { own: planned };
    },
  });
