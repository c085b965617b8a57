import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { TenantId } from "#kernel/contract/ids.ts";
import { createWaiters } from "#query-api/waiters.ts";

const ONE = TenantId.parse("00000000-0000-7000-8000-0000000000aa");
const OTHER = TenantId.parse("00000000-0000-7000-8000-0000000000bb");

describe("waiting for the projector", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("ends when the tenant has reached the event", async () => {
    const { wait, heard } = createWaiters();
    const waits = [wait(ONE, 7, 20), wait(ONE, 8, 20)];

    heard(`${OTHER}:1,${ONE}:8`);

    expect(await Promise.all(waits)).toEqual([true, true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ["about an earlier event", `${ONE}:6`],
    ["about another tenant", `${OTHER}:9`],
    ["that cannot be parsed", `nonsense,,:,${ONE}:,${ONE}:x`],
  ])("continues after a notice %s", async (_what, payload) => {
    const { wait, heard } = createWaiters();
    const waiting = wait(ONE, 7, 20);

    heard(payload);
    await vi.advanceTimersByTimeAsync(20);

    expect(await waiting).toBe(false);
  });

  it("ends after its timeout, and is removed", async () => {
    const { wait, heard } = createWaiters();
    const first = wait(ONE, 7, 20);
    const second = wait(ONE, 7, 30);
    await vi.advanceTimersByTimeAsync(20);

    expect(await first).toBe(false);
    heard(`${ONE}:7`);
    expect(await second).toBe(true);
  });
});
