import { describe, expect, test, vi } from "vitest";

import type { AppendCommand } from "#command-api/event-store/append.ts";
import { createGroupCommit } from "#command-api/event-store/group-commit.ts";
import { adding } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { brokenJson, createFakeLog, lostConnection } from "#tests/kit/fakes/fake-log.ts";

const commands = (count: number): AppendCommand[] =>
  Array.from({ length: count }, (_, index) => adding(tenant(index % 2), streamId(index), 1));

describe("group commit", () => {
  test("sends up to 64 commands of many callers together", async () => {
    const { db, calls } = createFakeLog(() => undefined);
    const append = createGroupCommit({ db });
    const outcomes = await Promise.all(commands(100).map((command) => append(command)));
    expect(calls.map((ids) => ids.length)).toEqual([64, 36]);
    expect(outcomes.every(({ outcome }) => outcome === "ok")).toBe(true);
  });

  test("rejects the caller whose command raised and accepts the other 63", async () => {
    const batch = commands(64);
    const bad = batch[33]?.commandId;
    const { db, calls } = createFakeLog((ids) => {
      if (ids.some((id) => id === bad)) throw brokenJson();
    });
    const append = createGroupCommit({ db });
    const settled = await Promise.allSettled(batch.map((command) => append(command)));
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(63);
    const failed = settled.findIndex(({ status }) => status === "rejected");
    expect(batch[failed]?.commandId).toBe(bad);
    expect(settled[failed]).toMatchObject({ reason: { code: "22P02" } });
    // 64, then at most two halves at each of six levels.
    expect(calls.length).toBeLessThanOrEqual(13);
  });

  test("accepts the others, however many raise", async () => {
    const batch = commands(64);
    const bad = new Set(
      batch.filter((_, index) => index % 7 === 0).map(({ commandId }) => commandId),
    );
    const { db } = createFakeLog((ids) => {
      if (ids.some((id) => [...bad].some((one) => one === id))) throw brokenJson();
    });
    const append = createGroupCommit({ db });
    const settled = await Promise.allSettled(batch.map((command) => append(command)));
    for (const [index, { status }] of settled.entries()) {
      const isBad = index % 7 === 0;
      expect(status).toBe(isBad ? "rejected" : "fulfilled");
    }
  });

  test("sends the same commands again after a lost connection, with the same keys", async () => {
    const { db, calls } = createFakeLog((_ids, call) => {
      if (call < 3) throw lostConnection();
    });
    const append = createGroupCommit({ db });
    const [outcome] = await Promise.all(commands(3).map((command) => append(command)));
    expect(outcome?.outcome).toBe("ok");
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map((ids) => ids.join(" "))).size).toBe(1);
  });

  test("gives up after three tries and does not halve while the database is away", async () => {
    const { db, calls } = createFakeLog(() => {
      throw lostConnection();
    });
    const append = createGroupCommit({ db });
    const settled = await Promise.allSettled(commands(64).map((command) => append(command)));
    expect(settled.every(({ status }) => status === "rejected")).toBe(true);
    expect(calls).toHaveLength(3);
  });

  test("reports the tenants that got events, and only those", async () => {
    const onAppended = vi.fn<(tenantIds: ReadonlySet<string>) => void>();
    const batch = commands(2);
    const bad = batch[1]?.commandId;
    const { db } = createFakeLog((ids) => {
      if (ids.some((id) => id === bad)) throw brokenJson();
    });
    const append = createGroupCommit({ db, onAppended });
    await Promise.allSettled(batch.map((command) => append(command)));
    expect(onAppended.mock.calls).toEqual([[new Set([tenant(0)])]]);
  });
});
