import * as z from "zod/mini";

import { AlsoOversell, ApprovedAct } from "#kernel/contract/api/till/pin.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type { ApprovalEvent } from "#kernel/contract/events/approval.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";

type DataOf<Type extends ApprovalEvent["type"]> = Extract<ApprovalEvent, { type: Type }>["data"];

/** With `isGiven` the approver entered their PIN at once. */
export type AskApproval = Readonly<{ type: "Ask"; isGiven: boolean }> & DataOf<"ApprovalRequested">;

/** `isLate`: the time to answer is over. */
export type AllowApproval = Readonly<{
  type: "Allow";
  userId: UserId;
  allow: boolean;
  isLate: boolean;
}>;

/** A till reports an approval without a network. */
export type ClaimApproval = Readonly<{ type: "Claim" }> & DataOf<"ApprovalClaimed">;

/** "You approved this?" */
export type AnswerClaim = Readonly<{ type: "Answer"; userId: UserId; mine: boolean }>;

export type ApprovalCommand = AskApproval | AllowApproval | ClaimApproval | AnswerClaim;

const about = {
  approvalId: z.uuid(),
  entryId: z.uuid(),
  by: UserId,
  what: ApprovedAct,
  oversell: AlsoOversell,
} as const;

export const Approval = z.discriminatedUnion("status", [
  z.object({ status: z.literal("unknown") }),
  z.object({
    status: z.enum(["waiting", "given", "refused"]),
    ...about,
    amountMinor: z.optional(z.int()),
  }),
  z.object({ status: z.literal("claimed"), ...about, mine: z.optional(z.boolean()) }),
]);
export type Approval = z.infer<typeof Approval>;

/** A person who is not asked learns nothing: to them there is no such approval. */
export type ApprovalCode = "approval-not-found" | "approval-expired" | "approval-answered";
type ApprovalDecision = readonly ApprovalEvent[] | Rejection<ApprovalCode>;

/** One approval: of one act for one entry, and perhaps of its sale above the stock, by one person. */
export const approval: Decider<ApprovalCommand, Approval, ApprovalEvent, ApprovalCode> = {
  streamType: "approval",
  initialState: { status: "unknown" },
  parseState: (stored) => Approval.parse(stored),

  decide(command, state) {
    switch (command.type) {
      case "Ask":
        return state.status === "unknown" ? ask(command) : [];
      case "Allow":
        return allow(command, state);
      case "Claim": {
        const { type: _, ...data } = command;
        return state.status === "unknown" ? [{ type: "ApprovalClaimed", data }] : [];
      }
      case "Answer":
        return answer(command, state);
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case "ApprovalRequested":
        return { status: "waiting", ...aboutOf(data), ...amountOf(data) };
      case "ApprovalGiven":
        return { status: "given", ...aboutOf(data), ...amountOf(data) };
      case "ApprovalRefused":
        return { status: "refused", ...aboutOf(data) };
      case "ApprovalClaimed":
        return { status: "claimed", ...aboutOf(data) };
      case "ApprovalAnswered":
        return state.status === "claimed" ? { ...state, mine: data.mine } : state;
    }
  },
};

type About = DataOf<"ApprovalRefused">;

const aboutOf = ({ approvalId, entryId, by, what, oversell }: About): About => ({
  approvalId,
  entryId,
  by,
  what,
  ...(oversell && { oversell }),
});

const amountOf = ({ amountMinor }: Readonly<{ amountMinor?: number | undefined }>) =>
  amountMinor === undefined ? {} : { amountMinor };

function ask({ type: _, isGiven, ...data }: AskApproval): readonly ApprovalEvent[] {
  const requested = { type: "ApprovalRequested", data } as const;
  if (!isGiven) return [requested];
  return [requested, { type: "ApprovalGiven", data: { ...aboutOf(data), ...amountOf(data) } }];
}

function allow(
  { userId, allow: isAllowed, isLate }: AllowApproval,
  state: Approval,
): ApprovalDecision {
  if (state.status === "unknown" || state.status === "claimed" || state.by !== userId) {
    return reject("approval-not-found");
  }
  const data = aboutOf(state);
  if (state.status !== "waiting") {
    return (state.status === "given") === isAllowed ? [] : reject("approval-answered");
  }
  if (isLate) return reject("approval-expired");
  return isAllowed
    ? [{ type: "ApprovalGiven", data: { ...data, ...amountOf(state) } }]
    : [{ type: "ApprovalRefused", data }];
}

function answer({ userId, mine }: AnswerClaim, state: Approval): ApprovalDecision {
  if (state.status !== "claimed" || state.by !== userId) return reject("approval-not-found");
  if (state.mine !== undefined) return state.mine === mine ? [] : reject("approval-answered");
  return [{ type: "ApprovalAnswered", data: { ...aboutOf(state), mine } }];
}
