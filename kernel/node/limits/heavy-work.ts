import { setTimeout as delay } from "node:timers/promises";

import { createTurns, createTurnsOfTenants, type EndTurn } from "#kernel/node/turns.ts";

export type HeavyLimits = Readonly<{
  /** Requests of one tenant at once. */
  requestsAtOnce: number;
  /** Pieces at once in this process, each of another tenant. */
  piecesAtOnce: number;
  /** How much of the time one tenant's pieces may run. */
  percent: number;
}>;

type HeavySettings = Readonly<
  Record<"HEAVY_REQUESTS_AT_ONCE" | "HEAVY_WORK_AT_ONCE" | "HEAVY_WORK_PERCENT", number>
>;

export const heavyWorkOf = (config: HeavySettings): HeavyWork =>
  createHeavyWork({
    requestsAtOnce: config.HEAVY_REQUESTS_AT_ONCE,
    piecesAtOnce: config.HEAVY_WORK_AT_ONCE,
    percent: config.HEAVY_WORK_PERCENT,
  });

/** A heavy request that was let in. */
export type HeavyRequest = Readonly<{
  /**
   * Waits until a piece of its work may begin; resolves with the function that ends the piece, or
   * with nothing if that took too long.
   */
  begin: (withinMs?: number) => Promise<EndTurn | undefined>;
  /** The request is answered, or its client is gone. */
  end: () => void;
}>;

export type HeavyWork = Readonly<{
  /** Undefined: the tenant has too many heavy requests. */
  enter: (tenantId: string) => Promise<HeavyRequest | undefined>;
}>;

/** Long enough for a screen that asks several such questions at once. */
const WAIT_MS = 3_000;
const MOST_WAITING = 10;
/** After a very long piece, such as a report over years. */
const LONGEST_REST_MS = 2_000;

/**
 * Keeps heavy work (exports, imports, long lists, questions about the past) from slowing down the
 * sales of others. Each tenant has a few such requests at once and works on one piece at a time; after
 * each piece it rests. Since a tenant has at most one piece in line, tenants take turns.
 */
export function createHeavyWork({ requestsAtOnce, piecesAtOnce, percent }: HeavyLimits): HeavyWork {
  const requests = createTurnsOfTenants({ atOnce: requestsAtOnce, mostWaiting: MOST_WAITING });
  const pieces = createTurnsOfTenants({ atOnce: percent === 100 ? piecesAtOnce : 1 });
  const lanes = createTurns({ atOnce: piecesAtOnce });

  /** At 50 percent, as long as the piece took. */
  async function restThen(workedMs: number, endPiece: EndTurn): Promise<void> {
    const restMs = Math.min(LONGEST_REST_MS, workedMs * (100 / percent - 1));
    await delay(restMs, undefined, { ref: false });
    endPiece();
  }

  async function begin(tenantId: string, withinMs?: number): Promise<EndTurn | undefined> {
    const wish = withinMs === undefined ? {} : { withinMs };
    const endPiece = await pieces.take(tenantId, wish);
    if (!endPiece) return undefined;
    const endLane = await lanes.take(wish);
    if (!endLane) {
      endPiece();
      return undefined;
    }
    const startedAt = performance.now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      endLane();
      void restThen(performance.now() - startedAt, endPiece);
    };
  }

  return {
    enter: async (tenantId) => {
      const end = await requests.take(tenantId, { withinMs: WAIT_MS });
      return end && { begin: (withinMs) => begin(tenantId, withinMs), end };
    },
  };
}
