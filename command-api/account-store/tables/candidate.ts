import { PLATFORM_TENANT_ID, type TenantId } from "#kernel/contract/ids.ts";
import type { Audience } from "#kernel/node/tokens.ts";

import type { Account } from "./accounts.ts";

/** An account at the door that is meant for it. */
export type Candidate = Readonly<{
  account: Account;
  tenantId: TenantId;
  aud: Audience;
  role: string;
}>;

export function candidateOf(account: Account | undefined, portal: Audience): Candidate | undefined {
  if (account?.kind !== portal) return undefined;
  if (portal === "platform") {
    return { account, tenantId: PLATFORM_TENANT_ID, aud: portal, role: "super_admin" };
  }
  return account.membership && { account, ...account.membership, aud: portal };
}
