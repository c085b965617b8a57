import { describe, test } from "vitest";

import { approval } from "#command-api/approval/approval.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { givenFor } from "#tests/kit/builders/given.ts";

const given = givenFor(approval);

const AMA = UserId.parse("01990000-0000-7000-8000-0000000000b2");
const ofPrice = {
  approvalId: "01990000-0000-7000-8000-0000000000d1",
  entryId: "01990000-0000-8000-8000-0000000000e1",
  by: AMA,
  what: "price",
} as const;
const ofBoth = { ...ofPrice, oversell: true } as const;
const amountMinor = 400;
const allow = { type: "Allow", userId: AMA, allow: true, isLate: false } as const;

const requested = (about: typeof ofPrice | typeof ofBoth) =>
  ({ type: "ApprovalRequested", data: { ...about, amountMinor } }) as const;

describe("PIN-80: one approval of a price and of a sale above the stock", () => {
  test("is asked for and given by PIN at once, for both", () =>
    given()
      .when({ type: "Ask", isGiven: true, ...ofBoth, amountMinor })
      .thenEvents(requested(ofBoth), {
        type: "ApprovalGiven",
        data: { ...ofBoth, amountMinor },
      }));

  test("is given for both by the person who was asked", () =>
    given(requested(ofBoth))
      .when(allow)
      .thenEvents({ type: "ApprovalGiven", data: { ...ofBoth, amountMinor } }));

  test("is refused for both", () =>
    given(requested(ofBoth))
      .when({ ...allow, allow: false })
      .thenEvents({ type: "ApprovalRefused", data: ofBoth }));

  test("is one that a person answers once", () =>
    given(requested(ofBoth), { type: "ApprovalGiven", data: ofBoth })
      .when({ ...allow, allow: false })
      .thenRejected("approval-answered"));

  test("is asked back for both after a time without a network", () =>
    given({ type: "ApprovalClaimed", data: { ...ofBoth, amountMinor } })
      .when({ type: "Answer", userId: AMA, mine: false })
      .thenEvents({ type: "ApprovalAnswered", data: { ...ofBoth, mine: false } }));
});

test("PIN-82: an approval of a price alone stays one", () =>
  given(requested(ofPrice))
    .when(allow)
    .thenEvents({ type: "ApprovalGiven", data: { ...ofPrice, amountMinor } }));
