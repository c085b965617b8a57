import type { TenantId } from "#kernel/contract/ids.ts";

import type { Progress } from "./ask.query.ts";

export type Freshness = Readonly<{
  /** Ends at news that the tenant is at `seq`, at the latest after `ms`. */
  wait: (tenantId: TenantId, seq: number, ms: number) => Promise<unknown>;
  askCatchUp: (tenantId: TenantId) => Promise<unknown>;
  /** Milliseconds that only grow. */
  nowMs: () => number;
}>;

/** How a question is put: with its rows, or only to learn how far the read models are. */
export type Asking<Answer extends Progress> = Readonly<{
  ask: () => Promise<Answer>;
  readProgress: () => Promise<Progress>;
  /** The last event that the answer needs; without it the one that was last when the question arrived. */
  seq?: number | undefined;
}>;

/** The value of `X-Stale`. */
export type Staleness = "1" | "parked";

const POLL_MS = 20;
const PATIENCE_MS = 300;
const CATCH_UP_MS = 1_500;

/**
 * An answer that holds all that was in the log when the question arrived: usually the first. Else the
 * read models get 300 ms, then the projector is asked to catch up and gets 1.5 s more; then the answer
 * is what there is, and says so.
 */
export async function askFresh<Answer extends Progress>(
  freshness: Freshness,
  tenantId: TenantId,
  { ask, readProgress, seq: needed }: Asking<Answer>,
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
): "fresh" | "parked" | "behind" => {
  if (checkpoint >= seq) return "fresh";
  return isBlocked ? "parked" : "behind";
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
    if (stateOf(await readProgress(), seq) !== "behind") return;
    const waitedMs = freshness.nowMs() - startMs;
    if (waitedMs >= PATIENCE_MS + CATCH_UP_MS) return;
    if (waitedMs >= PATIENCE_MS && !isAsked) {
      isAsked = true;
      await freshness.askCatchUp(tenantId);
    }
  }
}
