import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { ContactRequest } from "#kernel/contract/api/contact.ts";
import { MessageResult } from "#kernel/contract/api/envelope.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { problemOf, sendProblem, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import type { RateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { senderOf } from "#kernel/node/net/ip-prefix.ts";

import { receiveMessage } from "./contact-message.ts";

export type ContactRoutesOptions = Readonly<{
  store: EventStore;
  sealer: Sealer;
  contexts: CommandContexts;
  /** Per sender address and hour. */
  limiter: RateLimiter;
}>;

const SECOND_MS = 1000;

/** The public contact form. */
export const contactRoutes: Routes<ContactRoutesOptions> = async (app, options) => {
  const { contexts, limiter, ...ports } = options;
  app.post(
    "/api/v1/contact",
    { schema: { headers: CommandHeaders, body: ContactRequest, response: { 200: MessageResult } } },
    async (request, reply) => {
      const { allowed, retryAfterMs } = await limiter.consume(senderOf(request.ip));
      if (!allowed) {
        const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / SECOND_MS));
        return sendProblem(reply, { ...problemOf(429), retryAfterSeconds });
      }
      const outcome = await receiveMessage(ports, contexts.anonymous(request), request.body);
      if (isRejection(outcome)) return sendRejection(reply, outcome, shellTexts);
      return { success: true as const, message: texts.contact.sent };
    },
  );
};
