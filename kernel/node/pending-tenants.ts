import { EventEmitter, once } from "node:events";

import type { TenantId } from "#kernel/contract/ids.ts";

export type Turn = Readonly<{
  tenantIds: readonly TenantId[];
  /** They may wait: what another projector works on is left to it. */
  skipLocked: boolean;
}>;

const MOST_TENANTS = 100;
/** One turn in so many is for those that may wait: under a steady stream of hints they would wait for ever. */
const SWEPT_TURN = 4;

/** Tenants to be read from the log, each once however often it is named. Somebody waits for those that were hinted at. */
export function createTenantQueue() {
  const hinted = new Set<TenantId>();
  const swept = new Set<TenantId>();
  const news = new EventEmitter();
  let turns = 0;

  function add(to: Set<TenantId>, tenantIds: readonly TenantId[]): void {
    for (const tenantId of tenantIds) to.add(tenantId);
    news.emit("news");
  }

  return {
    hint: (tenantIds: readonly TenantId[]) => add(hinted, tenantIds),
    sweep: (tenantIds: readonly TenantId[]) => add(swept, tenantIds),
    again: (turn: Turn) => add(turn.skipLocked ? swept : hinted, turn.tenantIds),
    /** Undefined when it was stopped. */
    next: async (signal: AbortSignal): Promise<Turn | undefined> => {
      while (hinted.size + swept.size === 0) {
        if (signal.aborted) return undefined;
        await once(news, "news", { signal }).catch(() => undefined); // stopped
      }
      turns += 1;
      const areSweptDue = swept.size > 0 && turns % SWEPT_TURN === 0;
      const from = hinted.size > 0 && !areSweptDue ? hinted : swept;
      const tenantIds = [...from].slice(0, MOST_TENANTS);
      for (const tenantId of tenantIds) from.delete(tenantId);
      return { tenantIds, skipLocked: from === swept };
    },
  };
}
export type TenantQueue = ReturnType<typeof createTenantQueue>;
