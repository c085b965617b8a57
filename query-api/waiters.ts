import type { TenantId } from "#kernel/contract/ids.ts";

type Waiter = Readonly<{ seq: number; wake: () => void }>;

export type Waiters = Readonly<{
  /** True as soon as the projector announces `seq` for the tenant, false after `ms`. */
  wait: (tenantId: TenantId, seq: number, ms: number) => Promise<boolean>;
  /** Takes the payload of the projector's notice: `tenantId:seq,tenantId:seq`. */
  heard: (payload: string) => void;
}>;

/** Wakes the requests that wait for a tenant, and only those. */
export function createWaiters(): Waiters {
  const byTenant = new Map<string, Set<Waiter>>();

  function wait(tenantId: TenantId, seq: number, ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting = byTenant.get(tenantId) ?? new Set();
    byTenant.set(tenantId, waiting);
    const end = (isReached: boolean): void => {
      clearTimeout(timer);
      waiting.delete(waiter);
      if (waiting.size === 0 && byTenant.get(tenantId) === waiting) byTenant.delete(tenantId);
      resolve(isReached);
    };
    const waiter = { seq, wake: () => end(true) };
    const timer = setTimeout(end, ms, false);
    waiting.add(waiter);
    return promise;
  }

  function heard(payload: string): void {
    for (const entry of payload.split(",")) {
      const [tenantId = "", seq = ""] = entry.split(":");
      for (const waiter of byTenant.get(tenantId) ?? []) {
        if (waiter.seq <= Number(seq)) waiter.wake();
      }
    }
  }

  return { wait, heard };
}
