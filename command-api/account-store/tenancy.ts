import type { Sealer } from "#kernel/node/seal.ts";

import type { Accounts } from "./account-transaction.ts";

/** What commands on a tenant and its people stand on. */
export type Tenancy = Readonly<{ accounts: Accounts; sealer: Sealer }>;
