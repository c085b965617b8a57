import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import type { IssueResolved } from "#kernel/contract/events/issue.ts";
import { reject } from "#kernel/contract/rejection.ts";

export type ResolveIssue = Readonly<
  {
    type: "ResolveIssue";
    /** It comes back whenever its cause does. */ recurs: boolean;
  } & IssueResolved["data"]
>;

export const Issue = z.discriminatedUnion("status", [
  z.object({ status: z.literal("open") }),
  z.object({ status: z.literal("resolved"), how: z.string() }),
]);
export type Issue = z.infer<typeof Issue>;

/** `issue-resolved`: in another way. */
export type IssueRejectionCode = "issue-resolved";

/** What was decided about an issue. That there is one is not an event: it follows from others. */
export const issue: Decider<ResolveIssue, Issue, IssueResolved, IssueRejectionCode> = {
  streamType: "issue",
  initialState: { status: "open" },
  parseState: (stored) => Issue.parse(stored),

  decide({ type: _, recurs, ...data }, state) {
    if (recurs || state.status === "open") return [{ type: "IssueResolved", data }];
    return state.how === data.how ? [] : reject("issue-resolved");
  },

  evolve: (_state, { data: { how } }) => ({ status: "resolved", how }),
};
