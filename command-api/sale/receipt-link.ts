import * as z from "zod/mini";

import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { tenantRulesStreams, toTenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type { ReceiptLinkMade } from "#kernel/contract/events/sale.ts";
import type { SaleId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { receiptLinkStream } from "#kernel/node/ids.ts";

import { sale } from "./sale.ts";

/** More than the devices of a shop that share one receipt. */
const MOST_LINKS = 50;

export type MakeReceiptLink = Readonly<{ type: "MakeReceiptLink" } & ReceiptLinkMade["data"]>;

/** The hashes of the tokens that open the receipt. */
export const ReceiptLinks = z.object({ tokens: z.array(z.string()) });
export type ReceiptLinks = z.infer<typeof ReceiptLinks>;

export type ReceiptLinkRejectionCode = "sale-not-found" | "receipt-links-off" | "too-many-links";

/** The links of one receipt. Making the same one again changes nothing. */
export const receiptLink: Decider<
  MakeReceiptLink,
  ReceiptLinks,
  ReceiptLinkMade,
  "too-many-links"
> = {
  streamType: "receipt-link",
  initialState: { tokens: [] },
  parseState: (stored) => ReceiptLinks.parse(stored),

  decide({ type: _, ...data }, { tokens }) {
    if (tokens.includes(data.tokenSha256)) return [];
    if (tokens.length >= MOST_LINKS) return reject("too-many-links");
    return [{ type: "ReceiptLinkMade", data }];
  },

  evolve: ({ tokens }, { data: { tokenSha256 } }) => ({ tokens: [...tokens, tokenSha256] }),
};

type Outcome = Accepted | Rejection<ReceiptLinkRejectionCode | ShellRejectionCode>;

/** A voided sale may be shared, too: its receipt says that it is void. */
export const makeReceiptLink = (
  store: EventStore,
  context: CommandContext,
  link: Readonly<{ saleId: SaleId; tokenSha256: string }>,
): Promise<Outcome> => {
  const streamId = receiptLinkStream(link.saleId);
  return handleCommand<ReceiptLinkRejectionCode>(store, context, {
    streams: [streamId, link.saleId, ...tenantRulesStreams(context.tenantId)],
    decide([head = NO_HEAD, sold = NO_HEAD, tenant, settings]) {
      const { version, streamType = sale.streamType } = sold;
      if (version === 0 || streamType !== sale.streamType) return reject("sale-not-found");
      if (!toTenantRules(tenant, settings).receiptLinks) return reject("receipt-links-off");
      const command = { type: "MakeReceiptLink", ...link } as const;
      return planStream({ decider: receiptLink, streamId, head, command });
    },
  });
};
