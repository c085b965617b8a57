import { describe, expect, test } from "vitest";

import { ACTIVE } from "#tests/web/kit/own-till.ts";
import { headMark } from "#web/features/sell/sync/head-mark.ts";
import { noticesOf } from "#web/features/sell/sync/till-notices.ts";
import type { TillNow } from "#web/till/till.ts";

const headOf = (part: Partial<TillNow>, more: Partial<Parameters<typeof headMark>[0]> = {}) =>
  headMark({
    now: { ...ACTIVE, ...part },
    reached: true,
    toSend: 0,
    refused: 0,
    aside: 0,
    hasUpdate: false,
    ...more,
  });

describe("TILL-85: the head says", () => {
  test.each([
    [{}, {}, "Online"],
    [{}, { reached: false }, "Offline"],
    [{}, { toSend: 3 }, "3 to send"],
    [{}, { toSend: 3, reached: false }, "3 to send"],
    [{ phase: "waiting" }, {}, "Not approved"],
    [{ phase: "copied" }, {}, "Copied till"],
    [{ phase: "revoked" }, { toSend: 3 }, "Till removed"],
    [{ phase: "expired" }, { reached: false }, "Connect to sell"],
    [{ problem: "suspended" }, { toSend: 3 }, "Suspended"],
    [{ problem: "deleted" }, {}, "Deleted"],
    [{ problem: "refused" }, {}, "Not sending"],
    [{ problem: "newer-entry" }, { toSend: 2 }, "2 to send"],
    [{}, { toSend: 3, aside: 1 }, "1 set aside"],
    [{ clockOffMs: 180_000 }, {}, "Wrong clock"],
    [{ clockOffMs: 180_000 }, { toSend: 3 }, "3 to send"],
    [{}, { refused: 2, toSend: 1 }, "2 refused"],
  ] as const)("%j, %j: %s", (part, more, word) => {
    expect(headOf(part, more).word).toBe(word);
  });

  test("TILL-90: an update, once everything is sent", () => {
    expect(headOf({}, { hasUpdate: true }).word).toBe("Update");
    expect(headOf({}, { hasUpdate: true, toSend: 1 }).word).toBe("1 to send");
  });

  test("a mark beside Online, if the browser may delete what it keeps", () => {
    expect(headOf({ isPersistent: false })).toMatchObject({ word: "Online", icon: "alert" });
    expect(headOf({ isPersistent: true }).icon).toBeUndefined();
  });
});

describe("TILL-85: the sheet explains", () => {
  const textsOf = (part: Partial<TillNow>, reached = true) =>
    noticesOf({ now: { ...ACTIVE, ...part }, reached, device: "phone" }).map(({ text }) => text);

  test("nothing, if all is well", () => expect(textsOf({})).toEqual([]));

  test("who can approve the till", () => {
    expect(textsOf({ phase: "waiting" })).toEqual([expect.stringContaining("Ama Serwaa can")]);
    const { data: _, ...unknown } = ACTIVE;
    const now: TillNow = { ...unknown, phase: "waiting" };
    const [notice] = noticesOf({ now, reached: true, device: "phone" });
    expect(notice?.text).toContain("An owner or manager can approve it");
  });

  test("each other state", () => {
    expect(textsOf({ clockOffMs: -300_000 })).toEqual([
      "The clock of this phone is off by 5 minutes.",
    ]);
    expect(textsOf({ phase: "expired" })[0]).toContain("14 days without contact");
    expect(textsOf({}, false)[0]).toContain("Offline. Sales are kept on this phone");
    expect(textsOf({ isPersistent: false })[0]).toContain("home screen");
    for (const phase of ["copied", "revoked"] as const) expect(textsOf({ phase })).toHaveLength(1);
    for (const problem of ["suspended", "deleted", "newer-entry", "refused"] as const) {
      expect(textsOf({ problem })).toHaveLength(1);
    }
  });
});
