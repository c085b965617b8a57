import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import type { SignedIn, StaffEvent } from "#kernel/contract/events/staff.ts";
import type { SessionId, UserId } from "#kernel/contract/ids.ts";
import { Role } from "#kernel/contract/rights.ts";

export type MemberCommand =
  | Readonly<{ type: "JoinStaff"; userId: UserId; role: Role }>
  | Readonly<{ type: "SignIn"; userId: UserId; sid: SessionId; second: SignedIn["data"]["second"] }>
  | Readonly<{ type: "LockOut" | "LockPin"; userId: UserId; untilMs: number }>
  | Readonly<{ type: "EndSessions"; userId: UserId; reason: string }>
  | Readonly<{ type: AccountChange; userId: UserId }>;

/** Changes people make to their own account. */
type AccountChange =
  | "ChangePassword"
  | "RequestPasswordReset"
  | "EnableTotp"
  | "DisableTotp"
  | "ReissueRecoveryCodes"
  | "SetPin";

/**
 * A super admin is never staff: the platform's log has only their sign-ins and support sessions.
 */
export const Member = z.discriminatedUnion("status", [
  z.object({ status: z.literal("unknown") }),
  z.object({ status: z.literal("invited"), role: Role }),
  z.object({ status: z.literal("active"), role: Role }),
  z.object({ status: z.literal("removed") }),
]);
export type Member = z.infer<typeof Member>;

/** Decides what the log records about a person. Rights are decided by auth.memberships. */
export const member: Decider<MemberCommand, Member, StaffEvent, never> = {
  streamType: "member",
  initialState: { status: "unknown" },
  parseState: (stored) => Member.parse(stored),

  decide(command, state) {
    const { userId } = command;
    switch (command.type) {
      case "JoinStaff":
        return state.status === "unknown"
          ? [{ type: "StaffJoined", data: { userId, role: command.role } }]
          : [];
      case "SignIn":
        return [{ type: "SignedIn", data: { userId, sid: command.sid, second: command.second } }];
      case "LockOut":
        return [{ type: "LockedOut", data: { userId, until: command.untilMs } }];
      case "LockPin":
        return [{ type: "PinLocked", data: { userId, until: command.untilMs } }];
      case "SetPin":
        return [{ type: "PinSet", data: { userId } }];
      case "EndSessions":
        return [{ type: "SessionsEnded", data: { userId, reason: command.reason } }];
      case "ChangePassword":
        return [{ type: "PasswordChanged", data: { userId } }];
      case "RequestPasswordReset":
        return [{ type: "PasswordResetRequested", data: { userId } }];
      case "EnableTotp":
        return [{ type: "TotpEnabled", data: { userId } }];
      case "DisableTotp":
        return [{ type: "TotpDisabled", data: { userId } }];
      case "ReissueRecoveryCodes":
        return [{ type: "RecoveryCodesReissued", data: { userId } }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case "StaffInvited":
        return { status: "invited", role: event.data.role };
      case "StaffJoined":
        return { status: "active", role: event.data.role };
      case "StaffRoleChanged":
        return "role" in state ? { ...state, role: event.data.to } : state;
      case "StaffRemoved":
        return { status: "removed" };
      case "InvitationResent":
      case "ProfileChanged":
      case "SignedIn":
      case "LockedOut":
      case "TwoFactorPolicyChanged":
      case "SessionsEnded":
      case "PasswordChanged":
      case "PasswordResetRequested":
      case "TotpEnabled":
      case "TotpDisabled":
      case "RecoveryCodesReissued":
      case "PinSet":
      case "PinLocked":
      case "PinLinkMade":
      case "SupportSessionStarted":
      case "SupportSessionEnded":
        return state;
    }
  },
};
