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
import type { ReceiptCopied } from "#kernel/contract/events/sale.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { receiptCopiesStream } from "#kernel/node/ids.ts";

import { sale } from "./sale.ts";

/** More than anyone hands out, so that no stream grows without an end. */
const MOST_COPIES = 500;

type CopyReceipt = Readonly<{ type: "CopyReceipt" } & ReceiptCopied["data"]>;

export const ReceiptCopies = z.object({ copies: z.int() });
export type ReceiptCopies = z.infer<typeof ReceiptCopies>;

/** How often the receipt of a sale was handed out again. */
export const receiptCopies: Decider<CopyReceipt, ReceiptCopies, ReceiptCopied, "too-many-copies"> =
  {
    streamType: "receipt-copies",
    initialState: { copies: 0 },
    parseState: (stored) => ReceiptCopies.parse(stored),

    decide: ({ type: _, ...data }, { copies }) =>
      copies >= MOST_COPIES ? reject("too-many-copies") : [{ type: "ReceiptCopied", data }],

    evolve: ({ copies }) => ({ copies: copies + 1 }),
  };

export type ReceiptCopyRejectionCode = "sale-not-found" | "too-many-copies";

type Outcome = Accepted | Rejection<ReceiptCopyRejectionCode | ShellRejectionCode>;

/** Of a voided sale, too: its receipt says that it is void. */
export const copyReceipt = (
  store: EventStore,
  context: CommandContext,
  copied: ReceiptCopied["data"],
): Promise<Outcome> =>
  handleCommand<ReceiptCopyRejectionCode>(store, context, {
    streams: [receiptCopiesStream(copied.saleId), copied.saleId],
    decide([head = NO_HEAD, sold = NO_HEAD]) {
      const { version, streamType = sale.streamType } = sold;
      if (version === 0 || streamType !== sale.streamType) return reject("sale-not-found");
      return planCopy(head, copied);
    },
  });

/** The event of a copy, on the loaded stream of the copies. */
export const planCopy = (head: Head, copied: ReceiptCopied["data"]) =>
  planStream({
    decider: receiptCopies,
    streamId: receiptCopiesStream(copied.saleId),
    head,
    command: { type: "CopyReceipt", ...copied },
  });
