import { describe, expect, test } from "vitest";

import { closedLoop } from "#tests/bench/kit/closed-loop.ts";
import { measuredLoad } from "#tests/bench/kit/measured-load.ts";
import { parseStat, postgresCpuMs } from "#tests/bench/kit/process-cpu.ts";

/** Each look at it is one millisecond later. */
function steppingClock() {
  let ms = 0;
  return () => {
    ms += 1;
    return ms;
  };
}

describe("a closed loop", () => {
  test("lets each caller wait for its answer before it calls again", async () => {
    const inFlight = new Map<number, number>();
    let most = 0;
    const call = async (caller: number) => {
      inFlight.set(caller, (inFlight.get(caller) ?? 0) + 1);
      most = Math.max(most, inFlight.get(caller) ?? 0);
      await Promise.resolve();
      inFlight.set(caller, (inFlight.get(caller) ?? 0) - 1);
    };
    await closedLoop({ callers: 4, durationMs: 100, call, now: steppingClock() });
    expect([...inFlight.keys()]).toEqual([0, 1, 2, 3]);
    expect(most).toBe(1);
  });

  test("counts its calls over the time that they really took", async () => {
    const call = async () => undefined;
    const result = await closedLoop({ callers: 1, durationMs: 100, call, now: steppingClock() });
    expect(result.calls).toBe(99);
    expect(result.p50Ms).toBe(1);
    expect(result.perSecond).toBeCloseTo((99 * 1000) / 101);
  });

  test("ends as a whole with the first call that fails, and says why", async () => {
    let calls = 0;
    const call = async () => {
      calls += 1;
      if (calls === 10) throw new Error("503");
    };
    const load = closedLoop({ callers: 3, durationMs: 60_000, call });
    await expect(load).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ message: "503" }) }),
    );
    expect(calls).toBeLessThan(20);
  });
});

describe("processor time", () => {
  test("is read from behind the name, whatever that holds", () => {
    const fields = ["R", 42, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 8, 100, 200, 20, 0];
    const stat = parseStat(`4711 (postgres: a) b) ${fields.join(" ")}`);
    expect(stat).toEqual({ pid: 4711, parent: 42, own: 15, ended: 300 });
  });

  test("of a process that is not there is not known", () => {
    expect(postgresCpuMs(0)).toBeNull();
  });

  test("is counted for this process, and not at all for a Postgres that nobody named", async () => {
    const measures = await measuredLoad({
      callers: 1,
      durationMs: 20,
      call: async () => undefined,
    });
    expect(measures.nodeUsPerCall).toBeGreaterThan(0);
    expect(measures.postgresUsPerCall).toBeNaN();
  });
});
