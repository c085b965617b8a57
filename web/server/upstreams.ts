import { get } from "node:http";

export type Upstreams = Readonly<{
  /**
   * The next healthy replica that was not tried yet, or any untried one if none is healthy.
   * Undefined if all were tried.
   */
  pick: (tried: ReadonlySet<string>) => string | undefined;
  /** Skips a replica until it is ready again. */
  eject: (origin: string) => void;
  isAnyReady: () => Promise<boolean>;
  close: () => void;
}>;

const PROBE_EVERY_MS = 500;
const PROBE_TIMEOUT_MS = 900;

/** Replicas of a service, used in turn. */
export function createUpstreams(origins: readonly string[]): Upstreams {
  const ejected = new Map<string, NodeJS.Timeout>();
  let turn = 0;

  const pick = (tried: ReadonlySet<string>) => {
    const untried = origins.filter((origin) => !tried.has(origin));
    const working = untried.filter((origin) => !ejected.has(origin));
    const candidates = working.length > 0 ? working : untried;
    turn = (turn + 1) % Number.MAX_SAFE_INTEGER;
    return candidates[turn % candidates.length];
  };

  const readmitWhenReady = async (origin: string) => {
    if (!(await isReady(origin))) return;
    clearInterval(ejected.get(origin));
    ejected.delete(origin);
  };

  const eject = (origin: string) => {
    if (ejected.has(origin)) return;
    const timer = setInterval(() => void readmitWhenReady(origin), PROBE_EVERY_MS);
    ejected.set(origin, timer.unref());
  };

  return {
    pick,
    eject,
    isAnyReady: async () => (await Promise.all(origins.map(isReady))).includes(true),
    close: () => ejected.forEach((timer) => clearInterval(timer)),
  };
}

function isReady(origin: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const request = get(
    `${origin}/health/ready`,
    { timeout: PROBE_TIMEOUT_MS, agent: false },
    (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    },
  );
  request.on("timeout", () => request.destroy());
  request.on("error", () => resolve(false));
  return promise;
}
