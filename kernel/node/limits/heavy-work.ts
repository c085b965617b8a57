import { setTimeout as delay } from "node:timers/promises";

import { createTurns, type EndTurn, type Turns } from "#kernel/node/turns.ts";

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
  /** Waits until a piece of its work may begin; resolves with the function that ends the piece. */
  begin: () => Promise<EndTurn>;
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

type Tenant = { requests: Turns; pieces: Turns; users: number };

/**
 * Keeps heavy work (exports, imports, long lists, questions about the past) from slowing down the
 * sales of others. Each tenant has a few such requests at once and works on one piece at a time; after
 * each piece it rests. Since a tenant has at most one piece in line, tenants take turns.
 */
export function createHeavyWork({ requestsAtOnce, piecesAtOnce, percent }: HeavyLimits): HeavyWork {
  const lanes = createTurns({ atOnce: piecesAtOnce });
  const tenants = new Map<string, Tenant>();

  const join = (tenantId: string): Tenant => {
    const tenant = tenants.get(tenantId) ?? {
      requests: createTurns({ atOnce: requestsAtOnce, mostWaiting: MOST_WAITING }),
      pieces: createTurns({ atOnce: percent === 100 ? piecesAtOnce : 1 }),
      users: 0,
    };
    tenant.users += 1;
    tenants.set(tenantId, tenant);
    return tenant;
  };
  const leave = (tenantId: string, tenant: Tenant): void => {
    tenant.users -= 1;
    if (tenant.users === 0) tenants.delete(tenantId);
  };

  /** At 50 percent, as long as the piece took. */
  async function restThen(workedMs: number, endPiece: () => void): Promise<void> {
    const restMs = Math.min(LONGEST_REST_MS, workedMs * (100 / percent - 1));
    await delay(restMs, undefined, { ref: false });
    endPiece();
  }

  async function begin(tenantId: string): Promise<EndTurn> {
    const tenant = join(tenantId);
    const endPiece = await tenant.pieces.take();
    const endLane = await lanes.take();
    const startedAt = performance.now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      endLane?.();
      void restThen(performance.now() - startedAt, () => {
        endPiece?.();
        leave(tenantId, tenant);
      });
    };
  }

  return {
    enter: async (tenantId) => {
      const tenant = join(tenantId);
      const endRequest = await tenant.requests.take({ withinMs: WAIT_MS });
      if (!endRequest) {
        leave(tenantId, tenant);
        return undefined;
      }
      let isOver = false;
      return {
        begin: () => begin(tenantId),
        end: () => {
          if (isOver) return;
          isOver = true;
          endRequest();
          leave(tenantId, tenant);
        },
      };
    },
  };
}
