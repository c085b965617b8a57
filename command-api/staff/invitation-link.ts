import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import { addLink, endLinks } from "#command-api/account-store/tables/links.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { UserId } from "#kernel/contract/ids.ts";
import type { PoolClient } from "#kernel/node/postgres.ts";

/** A link for the mail that follows from this command; one that went out before is dead. */
export async function linkInvitation(
  { mailLinks }: Accounts,
  client: PoolClient,
  { tenantId, commandId, occurredMs }: CommandContext,
  userId: UserId,
): Promise<void> {
  const link = { kind: "invitation", tenantId, userId } as const;
  await endLinks(client, link, occurredMs);
  const token = mailLinks.tokenFor("invitation", tenantId, commandId);
  await addLink(client, { ...link, commandId, token }, occurredMs);
}
