import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import { inAccountTransaction } from "#command-api/account-store/account-transaction.ts";
import type { Caller } from "#command-api/account-store/caller.ts";
import { checkPin, type PinNotConfirmed } from "#command-api/account-store/check-pin.ts";
import { Member } from "#command-api/account-store/member.ts";
import { forgetTries } from "#command-api/account-store/tables/pins.ts";
import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { Product } from "#command-api/product/product.ts";
import type { AskApprovalRequest, ApprovalResult } from "#kernel/contract/api/till/approval.ts";
import { APPROVAL_MS } from "#kernel/contract/approval.ts";
import { StreamId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { can } from "#kernel/contract/rights.ts";
import { derivedId, memberStream } from "#kernel/node/ids.ts";

import {
  type AllowApproval,
  type AnswerClaim,
  approval,
  type ApprovalCode,
  type AskApproval,
} from "./approval.ts";

export type ApprovalDeps = Readonly<{ store: EventStore; accounts: AccountDeps }>;

const mayApprove = (role: string): boolean => can(role, "approve");

/** `own-approval`: people do not approve their own acts. */
export type AskCode = ApprovalCode | "own-approval" | "approver-not-found" | "product-not-found";

/**
 * Asks for the approval of another person. With their PIN it is given at once. A repeated request gets
 * the first answer.
 */
export async function askApproval(
  { store, accounts }: ApprovalDeps,
  context: CommandContext,
  request: AskApprovalRequest,
  caller: Caller,
): Promise<ApprovalResult | PinNotConfirmed | Rejection<AskCode | ShellRejectionCode>> {
  const { actorId, commandId, occurredMs } = context;
  const { by, pin, item } = request;
  if (by === actorId) return reject("own-approval");
  const refusal =
    pin === undefined ? undefined : await confirmPin({ accounts, context, by, pin, caller });
  if (refusal) return refusal;

  const approvalId = derivedId(commandId, "approval");
  const streamId = StreamId.parse(approvalId);
  const outcome = await handleCommand<AskCode>(store, context, {
    streams: [streamId, memberStream(by), ...(item ? [item.product_id] : [])],
    decide: ([head = NO_HEAD, approver, product]) => {
      const member = Member.safeParse(approver?.state).data;
      if (member?.status !== "active" || !mayApprove(member.role)) {
        return reject("approver-not-found");
      }
      const shown = toItem(item, product);
      if (item && !shown) return reject("product-not-found");
      const command: AskApproval = {
        type: "Ask",
        isGiven: pin !== undefined,
        approvalId,
        entryId: request.entry,
        by,
        what: request.what,
        ...(request.oversell && { oversell: request.oversell }),
        ...(request.amount_minor === undefined ? {} : { amountMinor: request.amount_minor }),
        ...(shown && { item: shown }),
      };
      return planStream({ decider: approval, streamId, head, command });
    },
  });
  if (isRejection(outcome)) return outcome;
  const askedMs = outcome.events[0]?.occurredMs ?? occurredMs;
  const isGiven = outcome.events.some(({ event }) => event.type === "ApprovalGiven");
  return {
    id: approvalId,
    state: isGiven ? "given" : "waiting",
    until: new Date(askedMs + APPROVAL_MS).toISOString(),
  };
}

type PinUse = Readonly<{
  accounts: AccountDeps;
  context: CommandContext;
  by: AskApprovalRequest["by"];
  pin: string;
  caller: Caller;
}>;

async function confirmPin({
  accounts,
  context: { tenantId },
  by: userId,
  pin,
  caller,
}: PinUse): Promise<PinNotConfirmed | undefined> {
  const holder = await checkPin(accounts, { tenantId, userId, pin, caller, mayUse: mayApprove });
  if ("rejected" in holder) return holder;
  await inAccountTransaction(accounts, tenantId, (client) =>
    forgetTries(client, { tenantId, userId }),
  );
  return undefined;
}

/** Name and list price are the server's, so that the approver is shown what is true. */
function toItem(
  item: AskApprovalRequest["item"],
  head: Head | undefined,
): AskApproval["item"] | undefined {
  const product = item && Product.safeParse(head?.state).data;
  if (!item || !product || product.status === "unknown") return undefined;
  return {
    productId: item.product_id,
    name: product.name,
    listPriceMinor: product.priceMinor,
    priceMinor: item.price_minor,
  };
}

type Answered = Accepted | Rejection<ApprovalCode | ShellRejectionCode>;

/** The person who was asked allows it, or refuses. */
export function allowApproval(
  { store }: Pick<ApprovalDeps, "store">,
  context: CommandContext,
  streamId: StreamId,
  allow: boolean,
): Promise<Answered> {
  const { tenantId, actorId: userId, occurredMs } = context;
  return handleCommand<ApprovalCode>(store, context, {
    streams: [streamId],
    decide: async ([head = NO_HEAD]) => {
      const asked = await store.read.ofStream(tenantId, streamId, 1);
      const isLate = asked !== undefined && occurredMs > asked.occurredMs + APPROVAL_MS;
      const command: AllowApproval = { type: "Allow", userId, allow, isLate };
      return planStream({ decider: approval, streamId, head, command });
    },
  });
}

/** The person whom a till named says whether they approved it. */
export function answerClaim(
  { store }: Pick<ApprovalDeps, "store">,
  context: CommandContext,
  streamId: StreamId,
  mine: boolean,
): Promise<Answered> {
  const command: AnswerClaim = { type: "Answer", userId: context.actorId, mine };
  return handleCommand<ApprovalCode>(store, context, {
    streams: [streamId],
    decide: ([head = NO_HEAD]) => planStream({ decider: approval, streamId, head, command }),
  });
}
