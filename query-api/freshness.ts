import type { TenantId } from "#kernel/contract/ids.ts";

import type { Progress } from "./ask.query.ts";

export type Freshness = Readonly<{
  /** Resolves when the projector announces that the tenant has reached `seq`, or after `ms`. */
  wait: (tenantId: TenantId, seq: number, ms: number) => Promise<unknown>;
  askCatchUp: (tenantId: TenantId) => Promise<unknown>;
  /** A monotonic clock. */
  nowMs: () => number;
}>;

/** How to read the answer, and how to read only the progress of its read models. */
export type FreshReads<Answer extends Progress> = Readonly<{
  ask: () => Promise<Answer>;
  readProgress: () => Promise<Progress>;
  /**
   * The last event that the answer must include; by default the head of the log when the question
   * arrived.
   */
  seq?: number | undefined;
}>;

/** The value of `X-Stale`. */
export type Staleness = "1" | "parked";

const POLL_MS = 20;
const PATIENCE_MS = 300;
const CATCH_UP_MS = 1_500;

/**
 * Returns an answer that includes everything in the log when the question arrived; usually that is
 * the first one. Otherwise waits 300 ms, then asks the projector to catch up and waits 1.5 s more.
 * After that it returns the latest answer, marked as stale.
 */
export async function askFresh<Answer extends Progress>(
  freshness: Freshness,
  tenantId: TenantId,
  { ask, readProgress, seq: needed }: FreshReads<Answer>,
): Promise<Readonly<{ answer: Answer; stale?: Staleness }>> {
  const first = await ask();
  const seq = needed ?? first.head;
  const state = stateOf(first, seq);
  if (state === "fresh") return { answer: first };
  if (state === "parked") return { answer: first, stale: "parked" };
  await untilReached(freshness, { tenantId, seq, readProgress });
  const answer = await ask();
  const last = stateOf(answer, seq);
  if (last === "fresh") return { answer };
  return { answer, stale: last === "parked" ? "parked" : "1" };
}

const stateOf = (
  { checkpoint, isBlocked }: Progress,
  seq: number,
): "fresh" | "parked" | "lagging" => {
  if (checkpoint >= seq) return "fresh";
  return isBlocked ? "parked" : "lagging";
};

type Goal = Readonly<{ tenantId: TenantId; seq: number; readProgress: () => Promise<Progress> }>;

async function untilReached(
  freshness: Freshness,
  { tenantId, seq, readProgress }: Goal,
): Promise<void> {
  const startMs = freshness.nowMs();
  let isAsked = false;
  for (;;) {
    await freshness.wait(tenantId, seq, POLL_MS);
    if (stateOf(await readProgress(), seq) !== "lagging") return;
    const waitedMs = freshness.nowMs() - startMs;
    if (waitedMs >= PATIENCE_MS + CATCH_UP_MS) return;
    if (waitedMs >= PATIENCE_MS && !isAsked) {
      isAsked = true;
      await freshness.askCatchUp(tenantId);
    }
  }
}
