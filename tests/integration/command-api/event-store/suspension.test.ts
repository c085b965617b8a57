import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { createGroupCommit } from "#command-api/event-store/group-commit.ts";
import { adding, commandOf, selling } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const milo = streamId(1);

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
  await db.append([OURS, OTHERS].map((id) => adding(id, milo, 1_000_000, { newTenant: true })));
});
afterAll(() => db.close());

const setting = (status: 1 | 2 | 3) => commandOf(OURS, [], { setStatus: status, platform: true });

test("a suspension among 64 concurrent callers lets nothing in after it, and the other tenant goes on", async () => {
  const instances = [db.as("cmd_writer"), db.as("cmd_writer")].map((pool) =>
    createGroupCommit({ db: pool }),
  );
  const results: { tenant: string; outcome: string; seq: number }[] = [];
  let isOver = false;
  const callers = Array.from({ length: 64 }, async (_, caller) => {
    const append = instances[caller % 2];
    const tenantId = caller % 4 === 0 ? OTHERS : OURS;
    while (append && !isOver) {
      const { outcome, lastSeq } = await append(selling(tenantId, [[milo, 1]]));
      results.push({ tenant: tenantId, outcome, seq: lastSeq });
    }
  });
  const soldBy = (id: string) => results.filter((one) => one.tenant === id && one.outcome === "ok");
  await vi.waitFor(() => expect(soldBy(OURS).length).toBeGreaterThan(300), { timeout: 20_000 });

  // Its own connection and flush, like the account command that suspends.
  const [suspended] = await db.append([setting(3)]);
  const soldElsewhere = soldBy(OTHERS).length;
  await vi.waitFor(
    () => {
      expect(results.some((one) => one.outcome === "tenant-suspended")).toBe(true);
      expect(soldBy(OTHERS).length).toBeGreaterThan(soldElsewhere + 50);
    },
    { timeout: 20_000 },
  );
  isOver = true;
  await Promise.all(callers);

  expect(suspended?.outcome).toBe("ok");
  const last = suspended?.lastSeq ?? 0;
  expect(await db.numbersOf(OURS)).toEqual(gapless(last));
  expect(Math.max(...soldBy(OURS).map((one) => one.seq))).toBeLessThanOrEqual(last);
  expect(new Set(results.filter((one) => one.tenant === OTHERS).map((one) => one.outcome))).toEqual(
    new Set(["ok"]),
  );
});

test("a suspended tenant accepts the platform's commands, answers repeated ones, and sells again once reactivated", async () => {
  const before = selling(OURS, [[milo, 1]]);
  await db.append([setting(1), before, setting(3)]);
  const flush = [before, selling(OURS, [[milo, 1]]), setting(2), selling(OURS, [[milo, 1]])];
  const results = await db.append(flush);
  // Within one flush, too, each command sees the status that the one before it set.
  expect(results.map(({ outcome }) => outcome)).toEqual([
    "duplicate",
    "tenant-suspended",
    "ok",
    "ok",
  ]);
});
