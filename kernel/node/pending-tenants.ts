import { EventEmitter, once } from "node:events";

import { TenantId } from "#kernel/contract/ids.ts";

export type PendingBatch = Readonly<{ tenantIds: readonly TenantId[]; isUrgent: boolean }>;

export type PendingTenants = Readonly<{
  /**
   * Adds urgent tenants: a person waits for them. Texts that are not tenant ids are ignored,
   * because they come from other processes.
   */
  add: (tenantIds: Iterable<string>) => void;
  /** Adds tenants that may wait for the urgent ones. */
  addLater: (tenantIds: Iterable<string>) => void;
  putBack: (batch: PendingBatch) => void;
  /** Up to `most` tenants, the longest waiting first. Waits while there are none; undefined once aborted. */
  next: (most: number, signal: AbortSignal) => Promise<PendingBatch | undefined>;
}>;

/** One batch in four is not urgent: a steady stream of urgent tenants would starve the others. */
const LATER_EVERY = 4;

/** Tenants whose log may have unread events, each once. */
export function createPendingTenants(): PendingTenants {
  const urgent = new Set<TenantId>();
  const later = new Set<TenantId>();
  const changes = new EventEmitter();
  let batches = 0;

  function add(to: Set<TenantId>, tenantIds: Iterable<string>): void {
    for (const text of tenantIds) {
      const tenant = TenantId.safeParse(text);
      if (tenant.success) to.add(tenant.data);
    }
    changes.emit("added");
  }

  return {
    add: (tenantIds) => add(urgent, tenantIds),
    addLater: (tenantIds) => add(later, tenantIds),
    putBack: ({ tenantIds, isUrgent }) => add(isUrgent ? urgent : later, tenantIds),
    next: async (most, signal) => {
      while (urgent.size + later.size === 0) {
        if (signal.aborted) return undefined;
        await once(changes, "added", { signal }).catch(() => undefined); // aborted
      }
      batches += 1;
      const isLaterDue = later.size > 0 && batches % LATER_EVERY === 0;
      const from = urgent.size > 0 && !isLaterDue ? urgent : later;
      const tenantIds = [...from].slice(0, most);
      for (const tenantId of tenantIds) from.delete(tenantId);
      return { tenantIds, isUrgent: from === urgent };
    },
  };
}
