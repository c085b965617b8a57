import { describe, expect, test } from "vitest";

import { extraPauseMs } from "#command-api/reactions/engine/engine.ts";
import { UnreadEvent } from "#command-api/reactions/engine/log.ts";
import { jobsAfter } from "#command-api/reactions/engine/reaction.ts";
import { REACTIONS } from "#command-api/reactions/start-reactions.ts";
import { CASHIER, id, productOf, tenantOf } from "#tests/kit/builders/shop-log.ts";

const THRESHOLD = 10;
const thresholdOf = () => THRESHOLD;

const event = (type: string, over: object = {}, tenant = 1) =>
  UnreadEvent.parse({
    tenantId: tenantOf(tenant),
    seq: 7,
    type,
    actorId: CASHIER,
    commandId: id(9),
    recordedMs: 1_000,
    stock: null,
    untilMs: null,
    customerId: null,
    ...over,
  });
const kindsOf = (type: string, over: object = {}) =>
  jobsAfter(REACTIONS, event(type, over), thresholdOf).map(({ job }) => job.kind);
const moved = (delta: number, after: number) => ({ stock: [[productOf(1), delta, after]] });

describe("the jobs after an event", () => {
  test.each([
    ["PasswordResetRequested", ["password-reset"]],
    ["PasswordChanged", ["password-changed"]],
    ["StaffInvited", ["invitation"]],
    ["InvitationResent", ["invitation"]],
    ["TrialEnded", ["trial-ended"]],
    ["AccountDeleted", ["account-deleted"]],
    ["TillEnrolled", ["till-waiting"]],
    ["SaleRecorded", []],
    ["ReceiptEmailRequested", ["receipt-email"]],
    ["MailRequested", []],
    ["NotificationRaised", []],
    ["constructor", []],
  ])("%s: %s", (type, kinds) => expect(kindsOf(type)).toEqual(kinds));

  test("a tenant is deleted after its grace period, and its owner is notified at once", () => {
    const [email, deletion] = jobsAfter(
      REACTIONS,
      event("AccountDeletionRequested", { untilMs: 5_000 }),
      thresholdOf,
    );
    expect(email).not.toHaveProperty("startAfterMs");
    expect(deletion).toMatchObject({ job: { kind: "account-deletion" }, startAfterMs: 5_000 });
  });

  test("has a key of its own: equal sequence numbers of two tenants do not collide", () => {
    const keys = [1, 2].flatMap((tenant) =>
      ["PasswordChanged", "TrialEnded"].flatMap((type) =>
        jobsAfter(REACTIONS, event(type, {}, tenant), thresholdOf).map(({ job }) => job.key),
      ),
    );
    expect(new Set(keys).size).toBe(4);
  });
});

describe("a product runs low", () => {
  test.each([
    ["from the threshold to below it", -1, 9, true],
    ["far below it", -100, -50, true],
    ["not while there is enough", -5, 10, false],
    ["not a second time", -1, 8, false],
    ["not when stock is added", 3, 9, false],
  ])("%s", (_, delta, after, isLow) => {
    const kinds = kindsOf("StockAdjusted", moved(delta, after));
    expect(kinds).toEqual(isLow ? ["low-stock"] : []);
  });
});

describe("the pause of the reactor", () => {
  const events = (count: number, tenant = 1) =>
    Array.from({ length: count }, () => ({ tenantId: tenantOf(tenant) }));

  test("is the usual one when there is little to do", () => {
    expect(extraPauseMs([], 20)).toBe(0);
    expect(extraPauseMs(events(3), 20)).toBeLessThan(10);
  });

  test("grows with the events of the last step, to a second at most", () => {
    expect(extraPauseMs([...events(60), ...events(60, 2)], 20)).toBe(240);
    expect(extraPauseMs(events(1_999), 1)).toBe(800);
  });

  test("does not grow while a tenant has more events than fit", () => {
    expect(extraPauseMs([...events(100), ...events(60, 2)], 20)).toBe(0);
  });

  test("does not grow while more tenants than fit have events", () => {
    expect(extraPauseMs(events(9), 199)).toBeGreaterThan(0);
    expect(extraPauseMs(events(9), 200)).toBe(0);
  });
});
