import * as z from "zod/mini";

import { loadBatch } from "#command-api/event-store/load.ts";
import { DEFAULT_PLATFORM } from "#kernel/contract/default-settings.ts";
import { CommandId, PLATFORM_TENANT_ID, StreamId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { localDate } from "./tenant-rules.ts";

/** The settings of super admins for all tenants, in the platform's log. */
export const PLATFORM_SETTINGS_STREAM = StreamId.parse(
  derivedId(PLATFORM_TENANT_ID, "platform-settings"),
);

const Settings = z.object({ trialDays: z._default(z.int(), DEFAULT_PLATFORM.trialDays) });

const DAY_MS = 24 * 60 * 60 * 1000;
/** No command has this id. */
const NO_COMMAND = CommandId.parse(PLATFORM_TENANT_ID);

/** The last day of the free trial of a tenant that registers now (YYYY-MM-DD). */
export async function lastTrialDay(
  db: Queryable,
  nowMs: number,
  timezone: string,
): Promise<string> {
  const tenantId = PLATFORM_TENANT_ID;
  const streams = [PLATFORM_SETTINGS_STREAM];
  const [loaded] = await loadBatch(db, [{ tenantId, commandId: NO_COMMAND, streams }]);
  const { trialDays } = Settings.parse(loaded?.heads[0]?.state ?? {});
  return localDate(nowMs + trialDays * DAY_MS, timezone);
}
