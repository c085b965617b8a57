import { type Member, member } from "#command-api/account-store/member.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type { StaffEvent, StaffInvited } from "#kernel/contract/events/staff.ts";
import type { UserId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import type { Role } from "#kernel/contract/rights.ts";

export type StaffCommand =
  | Readonly<{ type: "InviteStaff" } & StaffInvited["data"]>
  | Readonly<{ type: "ResendInvitation"; userId: UserId }>
  | Readonly<{ type: "AcceptInvitation"; userId: UserId; role: Role }>
  | Readonly<{ type: "ChoosePin"; userId: UserId; role: Role }>
  | Readonly<{ type: "MakePinLink"; userId: UserId }>
  | Readonly<{ type: "ChangeRole"; userId: UserId; to: Role }>
  | Readonly<{ type: "RemoveStaff"; userId: UserId }>;

type StaffDecision = readonly StaffEvent[] | Rejection<"staff-not-found">;

/**
 * Decides about a person on the person's own stream. The rows of `auth` say who belongs to the
 * tenant.
 */
export const staff: Decider<StaffCommand, Member, StaffEvent, "staff-not-found"> = {
  streamType: member.streamType,
  initialState: member.initialState,
  parseState: member.parseState,
  evolve: member.evolve,

  decide(command, state) {
    const { userId } = command;
    switch (command.type) {
      case "InviteStaff": {
        const { type: _, ...data } = command;
        return state.status === "active" ? [] : [{ type: "StaffInvited", data }];
      }
      case "ResendInvitation":
        return state.status === "active" ? [] : [{ type: "InvitationResent", data: { userId } }];
      case "AcceptInvitation":
        return state.status === "active"
          ? []
          : [{ type: "StaffJoined", data: { userId, role: command.role } }];
      case "ChoosePin":
        // Without an email, a person joins by choosing a PIN.
        return [
          ...(state.status === "active"
            ? []
            : [{ type: "StaffJoined", data: { userId, role: command.role } } as const]),
          { type: "PinSet", data: { userId } },
        ];
      case "MakePinLink":
        return state.status === "active"
          ? [{ type: "PinLinkMade", data: { userId } }]
          : reject("staff-not-found");
      case "ChangeRole":
        return changeRole(command, state);
      case "RemoveStaff":
        return remove(userId, state);
    }
  },
};

function changeRole(
  { userId, to }: Extract<StaffCommand, { type: "ChangeRole" }>,
  state: Member,
): StaffDecision {
  if (!("role" in state)) return reject("staff-not-found");
  if (state.role === to) return [];
  return [{ type: "StaffRoleChanged", data: { userId, from: state.role, to } }];
}

function remove(userId: UserId, state: Member): StaffDecision {
  switch (state.status) {
    case "unknown":
      return reject("staff-not-found");
    case "removed":
      return [];
    case "invited":
    case "active":
      return [{ type: "StaffRemoved", data: { userId } }];
  }
}
