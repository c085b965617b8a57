import * as z from "zod/mini";

import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type { ReceiptEmailRequested } from "#kernel/contract/events/sale.ts";
import type { SaleId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { type Sealer, sealUnlessErased } from "#kernel/node/crypto/seal.ts";
import { derivedId, receiptCopiesStream, receiptEmailStream } from "#kernel/node/ids.ts";

import { planCopy } from "./receipt-copies.ts";
import { recordedSale } from "./void-sale.ts";

/** More than a customer asks for. */
const MOST_EMAILS = 20;

export type RequestReceiptEmail = Readonly<
  { type: "RequestReceiptEmail" } & ReceiptEmailRequested["data"]
>;

export const ReceiptEmails = z.object({ requested: z.int() });
export type ReceiptEmails = z.infer<typeof ReceiptEmails>;

export type ReceiptEmailRejectionCode =
  | "sale-not-found"
  | "customer-erased"
  | "too-many-emails"
  | "too-many-copies";

/** How often the receipt of a sale was asked for by email. */
export const receiptEmail: Decider<
  RequestReceiptEmail,
  ReceiptEmails,
  ReceiptEmailRequested,
  "too-many-emails"
> = {
  streamType: "receipt-email",
  initialState: { requested: 0 },
  parseState: (stored) => ReceiptEmails.parse(stored),

  decide: ({ type: _, ...data }, { requested }) =>
    requested >= MOST_EMAILS
      ? reject("too-many-emails")
      : [{ type: "ReceiptEmailRequested", data }],

  evolve: ({ requested }) => ({ requested: requested + 1 }),
};

type Outcome = Accepted | Rejection<ReceiptEmailRejectionCode | ShellRejectionCode>;
/** `copy`: its number, if the receipt was handed out before. */
type Request = Readonly<{ saleId: SaleId; email: string; copy?: number | undefined }>;

/** A customer's snapshot, read by shape because slices do not import each other. */
const CustomerHead = z.object({ status: z.string() });

/** Of a voided sale, too: its receipt says that it is void. */
export async function requestReceiptEmail(
  { store, sealer }: Readonly<{ store: EventStore; sealer: Sealer }>,
  context: CommandContext,
  { saleId, email, copy }: Request,
): Promise<Outcome> {
  const streamId = receiptEmailStream(saleId);
  const sold = await recordedSale(store, context, saleId);
  const customerId = sold?.data.customer?.id;
  // A walk-in's address has a key of its own.
  const subject = customerId ?? derivedId(context.commandId, "receipt of a walk-in");
  return handleCommand<ReceiptEmailRejectionCode>(store, context, {
    streams: [
      streamId,
      receiptCopiesStream(saleId),
      ...(customerId === undefined ? [] : [customerId]),
    ],
    async decide([head = NO_HEAD, copies = NO_HEAD, customer]) {
      if (!sold) return reject("sale-not-found");
      if (isErased(customer)) return reject("customer-erased");
      const to = await sealUnlessErased(sealer, context.tenantId, subject, email);
      if (!to) return reject("customer-erased");
      const numbered = copy === undefined ? {} : { copy };
      const command = { type: "RequestReceiptEmail", saleId, to, ...numbered } as const;
      const planned = planStream({ decider: receiptEmail, streamId, head, command });
      if (isRejection(planned) || copy === undefined) return planned;
      const counted = planCopy(copies, { saleId, copy, by: "email" });
      return isRejection(counted) ? counted : [...planned, ...counted];
    },
  });
}

/** Their key is destroyed, but this process may still know it for a moment. */
export const isErased = (customer: Head | undefined): boolean =>
  CustomerHead.safeParse(customer?.state).data?.status === "erased";
