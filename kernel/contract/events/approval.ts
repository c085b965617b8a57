// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { AlsoOversell, ApprovedAct } from "#kernel/contract/api/till/pin.ts";
import type { Sentences } from "#kernel/contract/events/sentences.ts";
import { ProductId, UserId } from "#kernel/contract/ids.ts";
import { MinorAmount } from "#kernel/contract/money.ts";

/**
 * `entryId` is the entry that it is for, `by` the approver, `what` the act that it allows. `oversell`:
 * a sale above the stock, too.
 */
const about = {
  approvalId: z.uuid(),
  entryId: z.uuid(),
  by: UserId,
  what: ApprovedAct,
  oversell: AlsoOversell,
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
  ApprovalRequested: ({ data: { by, item, ...acts } }, { personOf }) =>
    `asked ${personOf(by)} to approve ${actsText(acts, item && ` for ${item.name}`)}`,
  ApprovalGiven: ({ actorId, data }, { personOf }) =>
    actorId === data.by
      ? `approved ${actsText(data)}`
      : `got the approval of ${personOf(data.by)} for ${actsText(data)}, by PIN`,
  ApprovalRefused: ({ data }) => `refused to approve ${actsText(data)}`,
  ApprovalClaimed: ({ data }, { personOf }) =>
    `reported the approval of ${personOf(data.by)} for ${actsText(data)}, by PIN without a network`,
  ApprovalAnswered: ({ data }) =>
    `${data.mine ? "confirmed" : "denied"} that they approved ${actsText(data)}`,
};

type Acts = Pick<Extract<ApprovalEvent, { type: "ApprovalGiven" }>["data"], "what" | "oversell">;

/** What an approval allows, in words. `detail` is about its first act. */
export const actsText = ({ what, oversell }: Acts, detail = ""): string =>
  `${ACTS[what]}${detail}${oversell && what !== "oversell" ? ` and ${ACTS.oversell}` : ""}`;

const ACTS = {
  price: "another price",
  discount: "a discount",
  gift: "a gift",
  oversell: "a sale above the stock",
} as const satisfies Record<ApprovedAct, string>;
