import { EventEmitter, once } from "node:events";

import { TenantId } from "#kernel/contract/ids.ts";

export type PendingBatch = Readonly<{ tenantIds: readonly TenantId[]; isUrgent: boolean }>;

export type PendingTenants = Readonly<{
  /**
   * Adds urgent tenants: a person may wait for them. Texts that are not tenant ids are ignored,
   * because they come from other processes.
   */
  add: (tenantIds: Iterable<string>) => void;
  /** Adds tenants that may wait for the urgent ones. */
  addLater: (tenantIds: Iterable<string>) => void;
  putBack: (batch: PendingBatch) => void;
  /** Someone waits for these tenants now: those that are pending come first, even during a rest. */
  hurry: (tenantIds: Iterable<string>) => void;
  /** Gives out no tenants for this long, so that more of them, and more of their events, come together. */
  rest: (ms: number) => void;
  /** Up to `most` tenants, the longest waiting first. Waits while there are none; undefined once aborted. */
  next: (most: number, signal: AbortSignal) => Promise<PendingBatch | undefined>;
}>;

/** One batch in four is not urgent: a steady stream of urgent tenants would starve the others. */
const LATER_EVERY = 4;

/** Tenants whose log may have unread events, each once. */
export function createPendingTenants(): PendingTenants {
  const hurried = new Set<TenantId>();
  const urgent = new Set<TenantId>();
  const later = new Set<TenantId>();
  const changes = new EventEmitter();
  const rest = createRest(() => changes.emit("changed"));
  let batches = 0;

  function add(to: Set<TenantId>, tenantIds: Iterable<string>): void {
    for (const tenantId of parsed(tenantIds)) to.add(tenantId);
    if (hasTenants()) changes.emit("changed");
  }

  function take(most: number): PendingBatch {
    batches += 1;
    const areUrgent = hurried.size + urgent.size > 0;
    const isLaterDue = later.size > 0 && batches % LATER_EVERY === 0;
    const isUrgent = areUrgent && !isLaterDue;
    const tenantIds = [...new Set(isUrgent ? [...hurried, ...urgent] : later)].slice(0, most);
    for (const from of isUrgent ? [hurried, urgent, later] : [later]) {
      for (const tenantId of tenantIds) from.delete(tenantId);
    }
    return { tenantIds, isUrgent };
  }

  const hasTenants = (): boolean =>
    hurried.size > 0 || (!rest.isOn() && urgent.size + later.size > 0);

  return {
    add: (tenantIds) => add(urgent, tenantIds),
    addLater: (tenantIds) => add(later, tenantIds),
    putBack: ({ tenantIds, isUrgent }) => add(isUrgent ? urgent : later, tenantIds),
    hurry: (tenantIds) => {
      for (const tenantId of parsed(tenantIds)) {
        if (urgent.has(tenantId) || later.has(tenantId)) hurried.add(tenantId);
      }
      if (hurried.size > 0) changes.emit("changed");
    },
    rest: rest.begin,
    next: async (most, signal) => {
      while (!hasTenants()) {
        if (signal.aborted) return undefined;
        await once(changes, "changed", { signal }).catch(() => undefined); // aborted
      }
      return take(most);
    },
  };
}

const parsed = (texts: Iterable<string>): readonly TenantId[] =>
  [...texts].flatMap((text) => TenantId.safeParse(text).data ?? []);

/** A time in which nothing is given out. One that begins meanwhile can only make it longer. */
function createRest(onEnd: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let endsAt = 0;
  return {
    isOn: (): boolean => timer !== undefined,
    begin: (ms: number): void => {
      const nowMs = performance.now();
      if (ms <= 0 || nowMs + ms <= endsAt) return;
      endsAt = nowMs + ms;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        onEnd();
      }, ms).unref();
    },
  };
}
