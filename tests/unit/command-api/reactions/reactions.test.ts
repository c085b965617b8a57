import { describe, expect, test } from "vitest";

import { NewsEvent, reactionsTo } from "#command-api/reactions/engine/reaction.ts";
import { CASHIER, id, productOf, tenantOf } from "#tests/kit/builders/shop-log.ts";

const THRESHOLD = 10;
const thresholdOf = () => THRESHOLD;

const event = (type: string, over: object = {}, tenant = 1) =>
  NewsEvent.parse({
    tenantId: tenantOf(tenant),
    seq: 7,
    type,
    actorId: CASHIER,
    commandId: id(9),
    recordedMs: 1_000,
    stock: null,
    untilMs: null,
    ...over,
  });
const kindsOf = (type: string, over: object = {}) =>
  reactionsTo(event(type, over), thresholdOf).map(({ job }) => job.kind);
const moved = (delta: number, after: number) => ({ stock: [[productOf(1), delta, after]] });

describe("what follows from an event", () => {
  test.each([
    ["PasswordResetRequested", ["password-reset"]],
    ["PasswordChanged", ["password-changed"]],
    ["StaffInvited", ["invitation"]],
    ["InvitationResent", ["invitation"]],
    ["TrialEnded", ["trial-ended"]],
    ["AccountDeleted", ["account-deleted"]],
    ["SaleRecorded", []],
    ["MailRequested", []],
    ["NotificationRaised", []],
    ["constructor", []],
  ])("%s: %s", (type, kinds) => expect(kindsOf(type)).toEqual(kinds));

  test("an account is deleted when its time of grace is over, and not before", () => {
    const [told, deleted] = reactionsTo(
      event("AccountDeletionRequested", { untilMs: 5_000 }),
      thresholdOf,
    );
    expect(told).not.toHaveProperty("startAfterMs");
    expect(deleted).toMatchObject({ job: { kind: "account-deletion" }, startAfterMs: 5_000 });
  });

  test("is named after the event: two shops with equal numbers never meet", () => {
    const keys = [1, 2].flatMap((tenant) =>
      ["PasswordChanged", "TrialEnded"].flatMap((type) =>
        reactionsTo(event(type, {}, tenant), thresholdOf).map(({ job }) => job.key),
      ),
    );
    expect(new Set(keys).size).toBe(4);
  });
});

describe("a product comes to run low", () => {
  test.each([
    ["from the threshold to below it", -1, 9, true],
    ["by far", -100, -50, true],
    ["not while there is enough", -5, 10, false],
    ["not a second time", -1, 8, false],
    ["not by what is added", 3, 9, false],
  ])("%s", (_, delta, after, isLow) => {
    const kinds = kindsOf("StockAdjusted", moved(delta, after));
    expect(kinds).toEqual(isLow ? ["low-stock"] : []);
  });
});
