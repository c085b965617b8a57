import * as z from "zod/mini";

import { AlsoOversell, ApprovedAct, Pin } from "#kernel/contract/api/till/pin.ts";
import { ProductId, UserId } from "#kernel/contract/ids.ts";
import { MinorAmount } from "#kernel/contract/money.ts";

/** A command id or the id of an entry: a UUID in lower case. */
const Id = z.uuid("Must be a UUID").check(z.toLowerCase());
const Amount = MinorAmount.check(z.gte(0));

export const APPROVALS_PATH = "/api/v1/approvals";

/**
 * `POST /api/v1/approvals`, from a session of another person than `by`. `entry` is the id that the
 * entry will have: that of the cart. With the approver's PIN it is given at once; without one the
 * approver is asked on their own screen. `amount_minor` is how far the sale may be from the shop's
 * prices (`concededMinor`). `item` is what the approver is shown.
 */
export const AskApprovalRequest = z.strictObject({
  entry: Id,
  what: ApprovedAct,
  oversell: AlsoOversell,
  by: UserId,
  amount_minor: z.optional(Amount),
  pin: z.optional(Pin),
  item: z.optional(z.strictObject({ product_id: ProductId, price_minor: Amount })),
});
export type AskApprovalRequest = z.infer<typeof AskApprovalRequest>;

/** `expired`: it was not answered in time, or what was given was not used in time. */
export const ApprovalState = z.enum(["waiting", "given", "refused", "expired"]);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** `until` is ISO-8601: until when it can be answered, or used once it is given. */
export const ApprovalResult = z.object({ id: z.string(), state: ApprovalState, until: z.string() });
export type ApprovalResult = z.infer<typeof ApprovalResult>;

/** `POST /api/v1/approvals/{id}`, by the person who was asked, from their own session. */
export const AllowRequest = z.strictObject({ allow: z.boolean() });
export type AllowRequest = z.infer<typeof AllowRequest>;

/** `POST /api/v1/approvals/{id}/answer`: "You approved this?" after an approval without a network. */
export const ClaimAnswerRequest = z.strictObject({ mine: z.boolean() });
export type ClaimAnswerRequest = z.infer<typeof ClaimAnswerRequest>;

/**
 * `GET /api/v1/approvals/{id}`, for the person who asked and the one who is asked. One that a till
 * reports after an approval without a network is `offline`; its `mine` is null until it is answered.
 */
export const ApprovalView = z.object({
  id: z.string(),
  how: z.enum(["server", "offline"]),
  state: ApprovalState,
  entry: z.string(),
  what: ApprovedAct,
  oversell: AlsoOversell,
  asked_by: z.object({ id: z.string(), name: z.string() }),
  by: z.object({ id: z.string(), name: z.string() }),
  amount_minor: z.nullable(z.int()),
  item: z.nullable(z.object({ name: z.string(), list_price_minor: z.int(), price_minor: z.int() })),
  asked_at: z.string(),
  until: z.string(),
  mine: z.nullable(z.boolean()),
});
export type ApprovalView = z.infer<typeof ApprovalView>;
