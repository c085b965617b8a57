import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import type { ProfileChanged } from "#kernel/contract/events/staff.ts";

type ChangeProfile = Readonly<{ type: "ChangeProfile" } & ProfileChanged["data"]>;

const Profile = z.object({});
type Profile = z.infer<typeof Profile>;

/** Names and addresses stand in auth.users; the log holds, sealed, what they were changed from and to. */
export const profile: Decider<ChangeProfile, Profile, ProfileChanged, never> = {
  streamType: "profile",
  initialState: {},
  parseState: (stored) => Profile.parse(stored),

  decide({ userId, changes }) {
    if (Object.keys(changes).length === 0) return [];
    return [{ type: "ProfileChanged", data: { userId, changes } }];
  },

  evolve: (state) => state,
};
