import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Member } from "#command-api/account-store/member.ts";
import { formatOfAll } from "#command-api/event-store/readers.ts";
import { staff, type StaffCommand } from "#command-api/staff/staff.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import type { StaffEvent, StaffInvited } from "#kernel/contract/events/staff.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { Role } from "#kernel/contract/rights.ts";
import { memberStream } from "#kernel/node/ids.ts";
import { expectNeverToThrow } from "#tests/kit/checks/never-throws.ts";

const userId = UserId.parse("01900000-0000-7000-8000-000000000002");
const email = Sealed.parse(`sealed:v1:${userId}:AAAA`);

const invite = { type: "InviteStaff", userId, email, role: "cashier" } as const;
const accept = { type: "AcceptInvitation", userId, role: "cashier" } as const;
const promote = { type: "ChangeRole", userId, to: "manager" } as const;
const choosePin = { type: "ChoosePin", userId, role: "cashier" } as const;
const makeLink = { type: "MakePinLink", userId } as const;
const remove = { type: "RemoveStaff", userId } as const;
const resend = { type: "ResendInvitation", userId } as const;

function after(...commands: readonly StaffCommand[]): Member {
  return commands.reduce<Member>((state, command) => {
    const decision = staff.decide(command, state);
    return "rejected" in decision ? state : decision.reduce(staff.evolve, state);
  }, staff.initialState);
}

describe("a staff member", () => {
  test("is invited, joins, changes role and is removed", () => {
    expect(after(invite)).toEqual({ status: "invited", role: "cashier" });
    expect(after(invite, promote)).toEqual({ status: "invited", role: "manager" });
    expect(after(invite, accept)).toEqual({ status: "active", role: "cashier" });
    expect(after(invite, accept, promote)).toEqual({ status: "active", role: "manager" });
    expect(after(invite, accept, remove)).toEqual({ status: "removed" });
  });

  test("can be invited again after removal", () => {
    expect(after(invite, accept, remove, invite, accept)).toEqual(after(invite, accept));
  });

  test("repeating a command that is already done has no effect", () => {
    expect(staff.decide(accept, after(invite, accept))).toEqual([]);
    expect(staff.decide(promote, after(invite, accept, promote))).toEqual([]);
    expect(staff.decide(remove, after(invite, remove))).toEqual([]);
    expect(staff.decide(invite, after(invite, accept))).toEqual([]);
    expect(staff.decide(resend, after(invite, accept))).toEqual([]);
  });

  test("TEAM-22: without an email joins by choosing a PIN, and replaces it later", () => {
    const set = { type: "PinSet", data: { userId } };
    expect(staff.decide(choosePin, after(invite))).toEqual([
      { type: "StaffJoined", data: { userId, role: "cashier" } },
      set,
    ]);
    expect(after(invite, choosePin)).toEqual({ status: "active", role: "cashier" });
    expect(staff.decide(choosePin, after(invite, choosePin))).toEqual([set]);
  });

  test("TEAM-25: has a PIN link only after joining", () => {
    expect(staff.decide(makeLink, after(invite, choosePin))).toEqual([
      { type: "PinLinkMade", data: { userId } },
    ]);
    for (const state of [staff.initialState, after(invite), after(invite, choosePin, remove)]) {
      expect(staff.decide(makeLink, state)).toEqual({ rejected: "staff-not-found" });
    }
  });

  test("TEAM-29: an invitation without an email waits until no older process reads the log", () => {
    const formatOf = (data: StaffInvited["data"]) =>
      formatOfAll([
        {
          streamId: memberStream(userId),
          streamType: "member",
          expected: 0,
          event: { type: "StaffInvited", data },
        },
      ]);
    expect(formatOf({ userId, email, role: "cashier" })).toBe(1);
    expect(formatOf({ userId, firstName: email, role: "cashier" })).toBe(2);
  });

  test("a role change records both roles", () => {
    expect(staff.decide(promote, after(invite, accept))).toEqual([
      { type: "StaffRoleChanged", data: { userId, from: "cashier", to: "manager" } },
    ]);
  });

  test.each([remove, promote])("is not found without an invitation: $type", (command) =>
    expect(staff.decide(command, staff.initialState)).toEqual({ rejected: "staff-not-found" }),
  );
});

test("every command in every state is answered without throwing", () => {
  const role = fc.constantFrom(...Role.options);
  const about = fc.constant(userId);
  const command: fc.Arbitrary<StaffCommand> = fc.oneof(
    fc.constantFrom<StaffCommand>(invite, resend, remove, choosePin, makeLink),
    fc.record({ type: fc.constant("AcceptInvitation" as const), userId: about, role }),
    fc.record({ type: fc.constant("ChangeRole" as const), userId: about, to: role }),
  );
  const event: fc.Arbitrary<StaffEvent> = fc.oneof(
    fc.record({
      type: fc.constant("StaffInvited" as const),
      data: fc.record({ userId: about, email: fc.constant(email), role }),
    }),
    fc.record({
      type: fc.constant("StaffJoined" as const),
      data: fc.record({ userId: about, role }),
    }),
    fc.record({
      type: fc.constant("StaffRoleChanged" as const),
      data: fc.record({ userId: about, from: role, to: role }),
    }),
    fc.record({
      type: fc.constant("StaffRemoved" as const),
      data: fc.record({ userId: about }),
    }),
  );
  const once = new Set(["AcceptInvitation", "ChangeRole", "RemoveStaff"]);
  expectNeverToThrow(staff, { event, command }, ({ type }) => once.has(type));
});
