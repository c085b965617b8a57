export type Turns = Readonly<{
  waiting: () => number;
  /**
   * Waits for a turn and resolves with the function that ends it; with nothing if too many wait, or
   * if the turn did not come in time. A lower rank goes first.
   */
  take: (wish?: Readonly<{ rank?: number; withinMs?: number }>) => Promise<EndTurn | undefined>;
}>;

export type EndTurn = () => void;

type InLine = Readonly<{ rank: number; settle: (isTurn: boolean) => void }>;

/**
 * Work that is done a few at a time: in order of rank, and of arrival within a rank. When the line is
 * full, the last of the highest rank gives up its place to a lower rank.
 */
export function createTurns({
  atOnce,
  mostWaiting = Number.POSITIVE_INFINITY,
}: Readonly<{ atOnce: number; mostWaiting?: number }>): Turns {
  const line: InLine[] = [];
  let running = 0;

  /** Hands the turn to the next in line, so that a new caller cannot take it. */
  const end = (): void => {
    const next = line.shift();
    if (next) next.settle(true);
    else running -= 1;
  };

  function queue(one: InLine): boolean {
    if (line.length >= mostWaiting) {
      const last = line.at(-1);
      if (!last || last.rank <= one.rank) return false;
      line.pop();
      last.settle(false);
    }
    const at = line.findIndex(({ rank }) => rank > one.rank);
    line.splice(at === -1 ? line.length : at, 0, one);
    return true;
  }

  return {
    waiting: () => line.length,
    take: async ({ rank = 0, withinMs } = {}) => {
      if (running < atOnce) {
        running += 1;
        return onlyOnce(end);
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const one = { rank, settle: resolve };
      if (!queue(one)) return undefined;
      const giveUp = (): void => {
        const at = line.indexOf(one);
        if (at !== -1) line.splice(at, 1);
        resolve(false); // Without effect if the turn has just come.
      };
      const timer = withinMs === undefined ? undefined : setTimeout(giveUp, withinMs);
      const isTurn = await promise;
      clearTimeout(timer);
      return isTurn ? onlyOnce(end) : undefined;
    },
  };
}

export type TurnsOfTenants = Readonly<{
  take: (tenantId: string, wish?: Parameters<Turns["take"]>[0]) => Promise<EndTurn | undefined>;
}>;

/** Each tenant has its own line, for as long as it has someone in it. */
export function createTurnsOfTenants(limits: Parameters<typeof createTurns>[0]): TurnsOfTenants {
  const tenants = new Map<string, { turns: Turns; users: number }>();
  return {
    take: async (tenantId, wish) => {
      const tenant = tenants.get(tenantId) ?? { turns: createTurns(limits), users: 0 };
      tenants.set(tenantId, tenant);
      tenant.users += 1;
      const end = await tenant.turns.take(wish);
      const leave = (): void => {
        end?.();
        tenant.users -= 1;
        if (tenant.users === 0) tenants.delete(tenantId);
      };
      if (end) return onlyOnce(leave);
      leave();
      return undefined;
    },
  };
}

/** A turn may be ended in several places, such as an answer and a lost connection. */
function onlyOnce(end: EndTurn): EndTurn {
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    end();
  };
}
