import { type Member, member } from "#command-api/account-store/member.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type {
  StaffEvent,
  SupportSessionEnded,
  SupportSessionStarted,
} from "#kernel/contract/events/staff.ts";

export type SupportCommand =
  | Readonly<{ type: "StartSupport" } & SupportSessionStarted["data"]>
  | Readonly<{ type: "EndSupport" } & SupportSessionEnded["data"]>;

/** A super admin looking into a shop, noted in the stream that is theirs in either log. */
export const support: Decider<SupportCommand, Member, StaffEvent, never> = {
  streamType: member.streamType,
  initialState: member.initialState,
  parseState: member.parseState,
  evolve: member.evolve,

  decide(command) {
    if (command.type === "StartSupport") {
      const { type: _, ...data } = command;
      return [{ type: "SupportSessionStarted", data }];
    }
    const { type: _, ...data } = command;
    return [{ type: "SupportSessionEnded", data }];
  },
};
