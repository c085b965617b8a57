import * as z from "zod/mini";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { parseStored } from "#kernel/contract/events/catalogue.ts";
import type { TenantId } from "#kernel/contract/ids.ts";

/** The part of a tenant's snapshot that counts here. Slices do not import each other. */
const Deleted = z.object({ deleted: z.literal(true) });

export const isDeleted = ({ state }: Head): boolean => Deleted.safeParse(state).success;

/**
 * When a suspended tenant was suspended, in ms: what a till recorded before is still accepted. It is
 * in one of the last events of the tenant, so they are read backwards. A tenant that was never active
 * was suspended from the start.
 */
export async function suspendedSince(
  { read }: Pick<EventStore, "read">,
  tenantId: TenantId,
  { version }: Head,
): Promise<number> {
  for (let at = version; at > 0; at--) {
    const stored = await read.ofStream(tenantId, tenantId, at);
    if (stored?.type !== "TenantStatusChanged") continue;
    const event = parseStored(stored);
    if (event.type === "TenantStatusChanged" && event.data.to === "suspended") {
      return event.recordedMs;
    }
  }
  return 0;
}
