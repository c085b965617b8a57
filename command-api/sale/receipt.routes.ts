import * as z from "zod/mini";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { ReceiptLinkRequest } from "#kernel/contract/api/sale.ts";
import { SaleId } from "#kernel/contract/ids.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { makeReceiptLink } from "./receipt-link.ts";

const receiptTexts = {
  ...shellTexts,
  "sale-not-found": "Sale not found",
  "receipt-links-off": "This business does not share its receipts as links.",
  "too-many-links": "This receipt was shared from too many devices.",
};

/** A receipt is shared by those who see the customers that it is for. */
export const receiptRoutes: Routes<
  Readonly<{ store: EventStore; contexts: CommandContexts }>
> = async (app, { store, contexts }) => {
  app.post(
    "/api/v1/sales/:id/receipt-link",
    {
      schema: {
        headers: CommandHeaders,
        params: z.object({ id: IdInput }),
        body: ReceiptLinkRequest,
        response: { 200: WriteResult },
      },
    },
    async (request, reply) => {
      requireRight(request, "see-contacts");
      const saleId = SaleId.safeParse(request.params.id).data;
      if (!saleId) return sendRejection(reply, reject("sale-not-found"), receiptTexts);
      const link = { saleId, tokenSha256: request.body.token_sha256 };
      const outcome = await makeReceiptLink(store, await contexts.of(request), link);
      if (isRejection(outcome)) return sendRejection(reply, outcome, receiptTexts);
      return { success: true as const, message: "Receipt shared", data: { id: saleId } };
    },
  );
};
