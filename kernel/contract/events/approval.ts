// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { ApprovedAct } from "#kernel/contract/api/till/pin.ts";
import type { Sentences } from "#kernel/contract/events/sentences.ts";
import { ProductId, UserId } from "#kernel/contract/ids.ts";
import { MinorAmount } from "#kernel/contract/money.ts";

/** `entryId` is the entry that it is for, `by` the approver, `what` the one act that it allows. */
const about = {
  approvalId: z.uuid(),
  entryId: z.uuid(),
  by: UserId,
  what: ApprovedAct,
} as const;

/** How far the sale may be from the shop's prices, in pesewas. */
const amountMinor = z.optional(MinorAmount);

/** The actor asks the approver, who answers on their own screen. */
const ApprovalRequested = z.object({
  type: z.literal("ApprovalRequested"),
  data: z.object({
    ...about,
    amountMinor,
    item: z.optional(
      z.object({
        productId: ProductId,
        name: z.string(),
        listPriceMinor: MinorAmount,
        priceMinor: MinorAmount,
      }),
    ),
  }),
});

/** The actor is the approver, or the person on whose session the approver entered their PIN. */
const ApprovalGiven = z.object({
  type: z.literal("ApprovalGiven"),
  data: z.object({ ...about, amountMinor }),
});

const ApprovalRefused = z.object({
  type: z.literal("ApprovalRefused"),
  data: z.object(about),
});

/** A till reports that the approver entered their PIN there without a network. */
const ApprovalClaimed = z.object({
  type: z.literal("ApprovalClaimed"),
  data: z.object({ ...about, amountMinor }),
});

/** The approver says whether it was them. */
const ApprovalAnswered = z.object({
  type: z.literal("ApprovalAnswered"),
  data: z.object({ ...about, mine: z.boolean() }),
});

export const ApprovalEvent = z.discriminatedUnion("type", [
  ApprovalRequested,
  ApprovalGiven,
  ApprovalRefused,
  ApprovalClaimed,
  ApprovalAnswered,
]);
export type ApprovalEvent = z.infer<typeof ApprovalEvent>;

export const approvalSentences: Sentences<ApprovalEvent> = {
  ApprovalRequested: ({ data: { by, what, item } }, { personOf }) =>
    `asked ${personOf(by)} to approve ${ACTS[what]}${item ? ` for ${item.name}` : ""}`,
  ApprovalGiven: ({ actorId, data: { by, what } }, { personOf }) =>
    actorId === by
      ? `approved ${ACTS[what]}`
      : `got the approval of ${personOf(by)} for ${ACTS[what]}, by PIN`,
  ApprovalRefused: ({ data }) => `refused to approve ${ACTS[data.what]}`,
  ApprovalClaimed: ({ data: { by, what } }, { personOf }) =>
    `reported the approval of ${personOf(by)} for ${ACTS[what]}, by PIN without a network`,
  ApprovalAnswered: ({ data: { what, mine } }) =>
    mine ? `confirmed that they approved ${ACTS[what]}` : `denied that they approved ${ACTS[what]}`,
};

const ACTS = {
  price: "another price",
  discount: "a discount",
  gift: "a gift",
  oversell: "a sale above the stock",
} as const satisfies Record<ApprovedAct, string>;
