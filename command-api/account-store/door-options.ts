import type { CommandContexts } from "#command-api/event-store/command-context.ts";

import type { AccountDoors } from "./account-deps.ts";

/** What the routes of people's own accounts stand on. */
export type DoorOptions = Readonly<{ accounts: AccountDoors; contexts: CommandContexts }>;
