import * as z from "zod/mini";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { ReceiptEmailRequest } from "#kernel/contract/api/mail.ts";
import { ReceiptLinkRequest } from "#kernel/contract/api/sale.ts";
import { ReceiptCopyRequest } from "#kernel/contract/api/till/receipt-copies.ts";
import { SaleId } from "#kernel/contract/ids.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { problemOf, sendProblem, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import type { RateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { copyReceipt } from "./receipt-copies.ts";
import { requestReceiptEmail } from "./receipt-email.ts";
import { makeReceiptLink } from "./receipt-link.ts";

const receiptTexts = {
  ...shellTexts,
  "sale-not-found": "Sale not found",
  "receipt-links-off": "This business does not share its receipts as links.",
  "too-many-links": "This receipt was shared from too many devices.",
  "customer-erased": "This customer's data was erased, so nothing is emailed to them.",
  "too-many-emails": "This receipt was emailed too often.",
  "too-many-copies": "This receipt was printed or sent too often.",
};

const SECOND_MS = 1000;

type ReceiptOptions = Readonly<{
  store: EventStore;
  sealer: Sealer;
  contexts: CommandContexts;
  /** Per tenant and hour. */
  receiptMails: RateLimiter;
}>;

/** All who may write anything: an auditor and a visit of support print without being counted. */
const copyRoute: Routes<Pick<ReceiptOptions, "store" | "contexts">> = async (app, options) => {
  const { store, contexts } = options;
  app.post(
    "/api/v1/sales/:id/receipt-copies",
    {
      schema: {
        headers: CommandHeaders,
        params: z.object({ id: IdInput }),
        body: ReceiptCopyRequest,
        response: { 200: WriteResult },
      },
    },
    async (request, reply) => {
      requireRight(request, "copy-receipts");
      const saleId = SaleId.safeParse(request.params.id).data;
      if (!saleId) return sendRejection(reply, reject("sale-not-found"), receiptTexts);
      const copied = { saleId, ...request.body };
      const outcome = await copyReceipt(store, await contexts.of(request), copied);
      if (isRejection(outcome)) return sendRejection(reply, outcome, receiptTexts);
      return { success: true as const, message: "Copy counted", data: { id: saleId } };
    },
  );
};

/** A receipt is shared by those who see the customers that it is for. */
export const receiptRoutes: Routes<ReceiptOptions> = async (app, options) => {
  const { store, sealer, contexts, receiptMails } = options;
  await app.register(copyRoute, { store, contexts });
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

  // The answer says that it will be sent: the mail server may take it later.
  app.post(
    "/api/v1/sales/:id/receipt-email",
    {
      schema: {
        headers: CommandHeaders,
        params: z.object({ id: IdInput }),
        body: ReceiptEmailRequest,
        response: { 200: WriteResult },
      },
    },
    async (request, reply) => {
      requireRight(request, "see-contacts");
      const saleId = SaleId.safeParse(request.params.id).data;
      if (!saleId) return sendRejection(reply, reject("sale-not-found"), receiptTexts);
      const { tenantId } = request.actor;
      const { allowed, retryAfterMs } = await receiptMails.consume(tenantId, tenantId);
      if (!allowed) {
        const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / SECOND_MS));
        return sendProblem(reply, { ...problemOf(429), retryAfterSeconds });
      }
      const context = await contexts.of(request);
      const wanted = { saleId, ...request.body };
      const outcome = await requestReceiptEmail({ store, sealer }, context, wanted);
      if (isRejection(outcome)) return sendRejection(reply, outcome, receiptTexts);
      return {
        success: true as const,
        message: "The receipt will be emailed",
        data: { id: saleId },
      };
    },
  );
};
