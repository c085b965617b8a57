import type { MailLinks } from "#command-api/mail-link.ts";
import type { MailPorts } from "#command-api/mail/mail-ports.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

import type { Reaction as ReactionOver } from "./engine/reaction.ts";
import type { People } from "./people.ts";

export type ReactionPorts = Readonly<{
  mails: MailPorts;
  people: People;
  links: MailLinks;
  /** As role `jobs`: reads what the sales report needs. */
  jobsPool: Pool;
  /** Drops the credentials of a deleted tenant for its email server and its payments. */
  forgetProviders: (tenantId: TenantId) => Promise<void>;
  /** Deletes a tenant whose grace period is over. Does nothing when the deletion was cancelled. */
  deleteTenant?: ((tenantId: TenantId) => Promise<void>) | undefined;
}>;

export type Reaction = ReactionOver<ReactionPorts>;
