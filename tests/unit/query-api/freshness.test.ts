import { describe, expect, it } from "vitest";

import { TenantId } from "#kernel/contract/ids.ts";
import type { Progress } from "#query-api/ask.query.ts";
import { askFresh, type Freshness } from "#query-api/freshness.ts";

const TENANT = TenantId.parse("00000000-0000-7000-8000-0000000000aa");

type State = Partial<Progress> & { atMs: number };

/** A database with these states from `atMs` on, and a clock that only moves by waiting. */
function scene(states: readonly State[]) {
  const said: string[] = [];
  let nowMs = 0;
  let newsAtMs = Infinity;
  const stateNow = (): Progress => {
    const current = states.findLast(({ atMs }) => atMs <= nowMs);
    return { head: 10, checkpoint: 9, isBlocked: false, ...current };
  };
  const freshness: Freshness = {
    wait: (_tenantId, seq, ms) => {
      said.push(`wait for ${seq}`);
      nowMs = Math.min(nowMs + ms, Math.max(nowMs, newsAtMs));
      return Promise.resolve();
    },
    askCatchUp: (tenantId) => {
      said.push(`catch up ${tenantId === TENANT} at ${nowMs}`);
      return Promise.resolve();
    },
    nowMs: () => nowMs,
  };
  const put = (how: string) => () => {
    said.push(how);
    return Promise.resolve({ ...stateNow(), atMs: nowMs });
  };
  return {
    said,
    newsAt: (ms: number) => (newsAtMs = ms),
    run: () => askFresh(freshness, TENANT, { ask: put("ask"), readProgress: put("progress") }),
  };
}

describe("a question to lagging read models", () => {
  it("is asked once if they are up to date", async () => {
    const { run, said } = scene([{ atMs: 0, checkpoint: 10 }]);

    expect(await run()).toEqual({ answer: expect.objectContaining({ checkpoint: 10 }) });
    expect(said).toEqual(["ask"]);
  });

  it("is answered as soon as the projector announces progress", async () => {
    const { run, said, newsAt } = scene([{ atMs: 0 }, { atMs: 7, checkpoint: 10 }]);
    newsAt(7);

    const { answer, stale } = await run();

    expect([answer.atMs, stale]).toEqual([7, undefined]);
    expect(said).toEqual(["ask", "wait for 10", "progress", "ask"]);
  });

  it("polls every 20 ms without a notice, and reads the rows only once more", async () => {
    const { run, said } = scene([{ atMs: 0 }, { atMs: 130, checkpoint: 10 }]);

    expect((await run()).answer.atMs).toBe(140);
    expect(said.filter((what) => what === "progress")).toHaveLength(7);
    expect(said.filter((what) => what === "ask")).toHaveLength(2);
  });

  it("waits for what was in the log when it arrived, not for later events", async () => {
    const { run } = scene([{ atMs: 0 }, { atMs: 40, head: 99, checkpoint: 10 }]);

    expect(await run()).toEqual({ answer: expect.objectContaining({ head: 99, checkpoint: 10 }) });
  });

  it("asks the projector once to catch up after 300 ms", async () => {
    const { run, said } = scene([{ atMs: 0 }, { atMs: 900, checkpoint: 10 }]);

    const { answer, stale } = await run();

    expect([answer.atMs, stale]).toEqual([900, undefined]);
    expect(said.filter((what) => what.startsWith("catch up"))).toEqual(["catch up true at 300"]);
  });

  it("returns what there is after 1.8 s, marked as stale", async () => {
    const { run } = scene([{ atMs: 0 }]);

    const { answer, stale } = await run();

    expect([answer.atMs, answer.checkpoint, stale]).toEqual([1800, 9, "1"]);
  });

  it("returns at once if a read model is parked, marked as such", async () => {
    const { run, said } = scene([{ atMs: 0, isBlocked: true }]);

    expect(await run()).toMatchObject({ stale: "parked" });
    expect(said).toEqual(["ask"]);
  });

  it("stops waiting when a read model is parked meanwhile", async () => {
    const { run } = scene([{ atMs: 0 }, { atMs: 60, isBlocked: true }]);

    expect(await run()).toMatchObject({ answer: { atMs: 60 }, stale: "parked" });
  });

  it("is not stale if the parked read model already has the event", async () => {
    const { run } = scene([{ atMs: 0, isBlocked: true, checkpoint: 10 }]);

    expect((await run()).stale).toBeUndefined();
  });
});
