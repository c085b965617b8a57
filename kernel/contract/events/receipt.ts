// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { Sha256 } from "#kernel/contract/events/fields.ts";
import type { Sentences } from "#kernel/contract/events/sentences.ts";
import { SaleId, shortId } from "#kernel/contract/ids.ts";

/**
 * The receipt of a sale has an address that anyone may open who knows its token: 16 random bytes,
 * drawn by who shares the receipt. The log holds only a hash of it, so that a copy of the log opens
 * no receipt. A sale may have several, one for each device that shared it.
 */
const ReceiptLinkMade = z.object({
  type: z.literal("ReceiptLinkMade"),
  data: z.object({
    saleId: SaleId,
    /** Of the token as it is in the address. */
    tokenSha256: Sha256,
  }),
});
export type ReceiptLinkMade = z.infer<typeof ReceiptLinkMade>;

export const ReceiptEvent = z.discriminatedUnion("type", [ReceiptLinkMade]);

export const receiptSentences: Sentences<ReceiptLinkMade> = {
  ReceiptLinkMade: ({ data: { saleId } }) =>
    `made a link to the receipt of sale ${shortId(saleId)}`,
};
