import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { MessageResult } from "#kernel/contract/api/envelope.ts";
import { AlertsResult, TestMailQuery, TestMailRequest } from "#kernel/contract/api/mail.ts";
import { MailId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import { OUTSIDE_SERVER_MS } from "#kernel/node/http/deadline.ts";
import { problemOf, sendProblem } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { derivedId } from "#kernel/node/ids.ts";
import type { RateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { deliver, type Delivered } from "./deliver.ts";
import { testLetter } from "./letters/business.ts";
import { sendLowStockDigest } from "./low-stock-digest.ts";
import { type MailPorts, businessNameOf } from "./mail-ports.ts";

export type MailRoutesOptions = Readonly<{
  mails: MailPorts;
  contexts: CommandContexts;
  /** Per tenant and hour. */
  testMails: RateLimiter;
  alertMails: RateLimiter;
}>;

const SECOND_MS = 1000;

/**
 * Emails whose sender waits for the result: success means that the mail server accepted the email.
 */
export const mailRoutes: Routes<MailRoutesOptions> = async (app, options) => {
  const { mails, contexts, testMails, alertMails } = options;

  const test = async (request: FastifyRequest, reply: FastifyReply, email: string) => {
    if (!(await isWithin(testMails, request, reply))) return reply;
    const delivered = await sendTestMail(mails, await contexts.of(request), email);
    if (delivered !== "accepted") return notTaken(reply, texts.mails.testFailed);
    return { success: true as const, message: texts.mails.testSent };
  };

  // No HEAD route, because a HEAD request would also send an email.
  app.get(
    "/api/notifications/test-email",
    {
      exposeHeadRoute: false,
      handlerTimeout: OUTSIDE_SERVER_MS,
      schema: { querystring: TestMailQuery, response: { 200: MessageResult } },
    },
    (request, reply) => {
      requireRight(request, "notification-settings");
      return test(request, reply, request.query.email);
    },
  );

  app.post(
    "/api/notifications/test-email",
    {
      handlerTimeout: OUTSIDE_SERVER_MS,
      schema: { headers: CommandHeaders, body: TestMailRequest, response: { 200: MessageResult } },
    },
    (request, reply) => {
      requireRight(request, "notification-settings");
      return test(request, reply, request.body.email);
    },
  );

  app.post(
    "/api/notifications/send-low-stock-alerts",
    {
      handlerTimeout: OUTSIDE_SERVER_MS,
      schema: {
        headers: CommandHeaders,
        body: z.nullish(z.object({})),
        response: { 200: AlertsResult },
      },
    },
    async (request, reply) => {
      requireRight(request, "notification-settings");
      if (!(await isWithin(alertMails, request, reply))) return reply;
      const sent = await sendLowStockDigest(mails, await contexts.of(request));
      if (typeof sent !== "number") return notTaken(reply, texts.mails.alertsFailed);
      return { success: true as const, message: texts.mails.alertsSent(sent), alerts_sent: sent };
    },
  );
};

/** Counts a request only after its rights and input were checked. */
async function isWithin(
  limiter: RateLimiter,
  { actor }: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { allowed, retryAfterMs } = await limiter.consume(actor.tenantId, actor.tenantId);
  if (allowed) return true;
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / SECOND_MS));
  sendProblem(reply, { ...problemOf(429), retryAfterSeconds });
  return false;
}

const notTaken = (reply: FastifyReply, error: string): FastifyReply =>
  sendProblem(reply, { status: 502, code: "mail-not-accepted", error });

/**
 * One email per key and address, however often the request is repeated. The caller waits for the
 * mail server.
 */
async function sendTestMail(
  ports: MailPorts,
  { tenantId, actorId, commandId }: CommandContext,
  email: string,
): Promise<Delivered> {
  const mailId = MailId.parse(derivedId(commandId, `test mail|${email}`));
  return deliver(ports, {
    tenantId,
    mailId,
    kind: "test",
    to: { address: email, subjectId: mailId },
    letter: testLetter(await businessNameOf(ports, tenantId)),
    actorId,
    mailer: await ports.mailerOf(tenantId),
    attempt: "at once",
    isLastAttempt: true,
  });
}
