import { describe, expect, test } from "vitest";

import { member } from "#command-api/account-store/member.ts";
import { SessionId, UserId } from "#kernel/contract/ids.ts";
import { memberStream } from "#kernel/node/ids.ts";

const userId = UserId.parse("01900000-0000-7000-8000-000000000002");
const sid = SessionId.parse("01900000-0000-7000-8000-000000000003");
const cashier = { status: "active", role: "cashier" } as const;

describe("events of a member", () => {
  test("joining stores the role", () => {
    const joining = { type: "JoinStaff", userId, role: "cashier" } as const;
    const decision = member.decide(joining, member.initialState);
    expect(decision).toEqual([{ type: "StaffJoined", data: { userId, role: "cashier" } }]);
    expect(member.decide(joining, cashier)).toEqual([]);
  });

  test("signing in, signing out and being locked out leave the member unchanged", () => {
    const decisions = [
      member.decide({ type: "SignIn", userId, sid, second: "totp" }, cashier),
      member.decide({ type: "EndSessions", userId, reason: "signed-out" }, cashier),
      member.decide({ type: "LockOut", userId, untilMs: 5 }, cashier),
    ];
    expect(decisions).toEqual([
      [{ type: "SignedIn", data: { userId, sid, second: "totp" } }],
      [{ type: "SessionsEnded", data: { userId, reason: "signed-out" } }],
      [{ type: "LockedOut", data: { userId, until: 5 } }],
    ]);
    const events = decisions.flatMap((decision) => ("rejected" in decision ? [] : decision));
    expect(events.reduce(member.evolve, cashier)).toEqual(cashier);
  });

  test("changes to their own account leave the membership unchanged", () => {
    const changes = [
      ["ChangePassword", "PasswordChanged"],
      ["RequestPasswordReset", "PasswordResetRequested"],
      ["EnableTotp", "TotpEnabled"],
      ["DisableTotp", "TotpDisabled"],
      ["ReissueRecoveryCodes", "RecoveryCodesReissued"],
    ] as const;
    for (const [type, noted] of changes) {
      const decision = member.decide({ type, userId }, cashier);
      expect(decision).toEqual([{ type: noted, data: { userId } }]);
      const events = "rejected" in decision ? [] : decision;
      expect(events.reduce(member.evolve, cashier)).toEqual(cashier);
    }
  });

  test("records the sign-ins of a super admin, who never joins the staff", () => {
    const signingIn = { type: "SignIn", userId, sid, second: "none" } as const;
    expect(member.decide(signingIn, member.initialState)).toHaveLength(1);
  });

  test("the stream id is derived from the person's id", () => {
    expect(memberStream(userId)).toBe(memberStream(userId));
    expect(memberStream(userId)).not.toBe(userId);
  });
});
