import { collectLatencies, type LatencySummary } from "./latencies.ts";

export type ClosedLoop = Readonly<{
  callers: number;
  durationMs: number;
  /**
   * One operation of one caller. If it throws, the whole load ends: a failed call must not count as
   * a fast one.
   */
  call: (caller: number) => Promise<unknown>;
  now?: () => number;
}>;

export type LoadResult = LatencySummary & Readonly<{ calls: number; perSecond: number }>;

/** Each caller starts its next call when the last one was answered, until the time is over. */
export async function closedLoop(options: ClosedLoop): Promise<LoadResult> {
  const { callers, durationMs, call, now = () => performance.now() } = options;
  const latencies = collectLatencies();
  const startedAt = now();
  const endsAt = startedAt + durationMs;
  let hasFailed = false;

  const runCaller = async (caller: number) => {
    let at = now();
    while (at < endsAt && !hasFailed) {
      await call(caller);
      const answeredAt = now();
      latencies.add(answeredAt - at);
      at = answeredAt;
    }
  };

  const running = Array.from({ length: callers }, async (_, caller) => {
    try {
      await runCaller(caller);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  });
  const ended = await Promise.allSettled(running);
  const failed = ended.find((result) => result.status === "rejected");
  if (failed !== undefined) {
    throw new Error("a call of the load failed", { cause: failed.reason });
  }

  const calls = latencies.count();
  return { ...latencies.summary(), calls, perSecond: (calls * 1000) / (now() - startedAt) };
}
