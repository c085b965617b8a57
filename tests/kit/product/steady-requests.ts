import { Agent, type OutgoingHttpHeaders } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { send } from "#tests/kit/http/raw-http.ts";

export type SteadyRequest = Readonly<{
  method?: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}>;

export type SteadyLoad = Readonly<{
  /** Sent and not answered yet. */
  open: () => number;
  /** Sends nothing more, and waits for every answer. */
  stop: () => Promise<Counts>;
}>;

type Counts = Readonly<{
  done: number;
  /** Refused before the work was begun: a balancer sends it to another copy. */
  elsewhere: number;
  failed: readonly Failure[];
}>;

/** `key`: the Idempotency-Key of the request, if it had one. */
export type Failure = Readonly<{ what: string; key?: string }>;

type Options = Readonly<{
  url: string;
  perSecond: number;
  /** The next request to send. */
  next: () => SteadyRequest;
}>;

/**
 * Begins requests at a fixed rate over connections that stay open, as a balancer does. A service that
 * stops may answer, refuse a connection, or say that it has not begun; everything else is a failure.
 */
export function startRequests({ url, perSecond, next }: Options): SteadyLoad {
  const { hostname: host, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  const failed: Failure[] = [];
  const open = new Set<Promise<void>>();
  let [done, elsewhere, isStopped] = [0, 0, false];

  const ask = async ({ body, ...request }: SteadyRequest): Promise<void> => {
    const key = request.headers?.["idempotency-key"];
    const fail = (what: string): void => {
      failed.push(typeof key === "string" ? { what, key } : { what });
    };
    try {
      const { status, headers } = await send({ host, port, agent, ...request }, body);
      const isNotBegun = headers["x-not-begun"] === "1" && headers.connection === "close";
      if (status >= 200 && status < 300) done += 1;
      else if (status === 503 && isNotBegun) elsewhere += 1;
      else fail(String(status));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
      if (code === "ECONNREFUSED") elsewhere += 1;
      else fail(code);
    }
  };
  const run = async (): Promise<void> => {
    const startedAt = performance.now();
    for (let sent = 0; !isStopped; sent += 1) {
      const asked: Promise<void> = ask(next()).finally(() => open.delete(asked));
      open.add(asked);
      await delay(Math.max(0, startedAt + (1000 * (sent + 1)) / perSecond - performance.now()));
    }
    await Promise.all(open);
  };
  const running = run();
  return {
    open: () => open.size,
    stop: async () => {
      isStopped = true;
      await running;
      agent.destroy();
      return { done, elsewhere, failed };
    },
  };
}

/** Resolves when requests are in flight. */
export async function inFlight(load: SteadyLoad): Promise<void> {
  while (load.open() === 0) await new Promise((resolve) => setImmediate(resolve));
}
