import { describe, expect, test } from "vitest";

import {
  deviceIdOf,
  type EnrolTill,
  till,
  tillStream,
  toTillState,
} from "#command-api/till/till.ts";
import type { TillEvent } from "#kernel/contract/events/till.ts";
import { givenFor } from "#tests/kit/builders/given.ts";
import { id, tenantOf } from "#tests/kit/builders/shop-log.ts";

const given = givenFor(till);

const [DEVICE, OTHER_DEVICE] = [id(1), id(2)];
const details = { till: 2, deviceId: DEVICE, name: "Kofi's phone", publicKey: "key" };
const enrol = (over: Partial<EnrolTill> = {}): EnrolTill => ({
  type: "EnrolTill",
  ...details,
  active: false,
  ...over,
});
const enrolled = (active: boolean): TillEvent => ({
  type: "TillEnrolled",
  data: { ...details, active },
});
const approved: TillEvent = {
  type: "TillChanged",
  data: { till: 2, changes: { active: { from: false, to: true } } },
};
const revoked: TillEvent = { type: "TillRevoked", data: { till: 2, lastSeq: 57, toldSeq: 60 } };

describe("a device becomes a till", () => {
  test("under a number that no other has", () => {
    given().when(enrol()).thenEvents(enrolled(false));
    given(enrolled(false))
      .when(enrol({ deviceId: OTHER_DEVICE }))
      .thenRejected("till-number-taken");
    given(enrolled(true), revoked)
      .when(enrol({ deviceId: OTHER_DEVICE }))
      .thenRejected("till-number-taken");
  });

  test("once, whatever its name is the second time", () => {
    given(enrolled(true))
      .when(enrol({ name: "Another" }))
      .thenNothing();
    given(enrolled(true))
      .when(enrol({ active: true }))
      .thenNothing();
  });

  test("and is approved when a person who may approve it enrols it again", () => {
    given(enrolled(false))
      .when(enrol({ active: true }))
      .thenEvents(approved);
    given(enrolled(false)).when(enrol()).thenNothing();
  });

  test("never again after it was revoked", () => {
    given(enrolled(true), revoked)
      .when(enrol({ active: true }))
      .thenRejected("till-revoked");
  });
});

describe("a till is changed", () => {
  test("in what differs", () => {
    const change = { type: "ChangeTill", name: "Front counter", active: false } as const;
    given(enrolled(true))
      .when(change)
      .thenEvents({
        type: "TillChanged",
        data: {
          till: 2,
          changes: {
            name: { from: "Kofi's phone", to: "Front counter" },
            active: { from: true, to: false },
          },
        },
      });
    given(enrolled(false)).when({ type: "ChangeTill", active: true }).thenEvents(approved);
    given(enrolled(false), approved).when({ type: "ChangeTill", active: true }).thenNothing();
    given(enrolled(true)).when({ type: "ChangeTill", name: "Kofi's phone" }).thenNothing();
  });

  test("only while it is one", () => {
    given().when({ type: "ChangeTill", active: true }).thenRejected("till-not-found");
    given(enrolled(true), revoked)
      .when({ type: "ChangeTill", name: "Front counter" })
      .thenRejected("till-revoked");
  });
});

describe("a till is revoked", () => {
  test("once", () => {
    const revoke = { type: "RevokeTill", lastSeq: 57, toldSeq: 60 } as const;
    given(enrolled(true)).when(revoke).thenEvents(revoked);
    given(enrolled(true), revoked).when(revoke).thenNothing();
    given().when(revoke).thenRejected("till-not-found");
  });

  test("with the reason that was given", () => {
    given(enrolled(false))
      .when({ type: "RevokeTill", lastSeq: 0, toldSeq: 0, reason: "Stolen" })
      .thenEvents({
        type: "TillRevoked",
        data: { till: 2, lastSeq: 0, toldSeq: 0, reason: "Stolen" },
      });
  });
});

describe("what a till cannot have recorded", () => {
  const aside = {
    type: "SetAside",
    entrySeq: 7,
    entryId: id(7),
    kind: "sale",
    reason: "wrong-sums",
  } as const;
  const lose = { type: "LoseEntries", from: 7, to: 9 } as const;

  test("is in its log, also after it was revoked", () => {
    const { type: _, ...data } = aside;
    for (const history of [[enrolled(true)], [enrolled(true), revoked]]) {
      given(...history)
        .when(aside)
        .thenEvents({ type: "EntrySetAside", data: { till: 2, ...data } });
      given(...history)
        .when(lose)
        .thenEvents({ type: "EntriesLost", data: { till: 2, from: 7, to: 9 } });
    }
  });

  test("changes nothing else about the till", () => {
    const before = till.evolve(till.initialState, enrolled(true));
    const set: TillEvent = {
      type: "EntrySetAside",
      data: { till: 2, entrySeq: 7, entryId: id(7), kind: "sale", reason: "wrong-sums" },
    };
    const lost: TillEvent = { type: "EntriesLost", data: { till: 2, from: 7, to: 9 } };
    expect([set, lost].reduce(till.evolve, before)).toEqual(before);
  });

  test("is not of an unknown till", () => {
    given().when(aside).thenRejected("till-not-found");
    given().when(lose).thenRejected("till-not-found");
  });
});

test("a till is revoked, else active or waiting", () => {
  const stateOf = (...events: TillEvent[]) => {
    const state = events.reduce(till.evolve, till.initialState);
    return state.status === "enrolled" ? toTillState(state) : undefined;
  };
  expect(stateOf(enrolled(false))).toBe("waiting");
  expect(stateOf(enrolled(false), approved)).toBe("active");
  expect(stateOf(enrolled(true), revoked)).toBe("revoked");
  expect(stateOf(enrolled(false), revoked)).toBe("revoked");
});

test("equal numbers and keys of two tenants are other streams and devices", () => {
  const [ama, kofi] = [tenantOf(1), tenantOf(2)];
  expect(tillStream(ama, 2)).toBe(tillStream(ama, 2));
  expect(new Set([tillStream(ama, 2), tillStream(ama, 3), tillStream(kofi, 2)]).size).toBe(3);
  expect(new Set([deviceIdOf(ama, "k"), deviceIdOf(ama, "l"), deviceIdOf(kofi, "k")]).size).toBe(3);
});
