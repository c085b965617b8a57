import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import { callerOf } from "#command-api/account-store/caller.ts";
import { passwordWarning } from "#command-api/account-store/password-warning.ts";
import { refuse } from "#command-api/account-store/refusal.ts";
import {
  anonymousContext,
  signedInContext,
  type AccountRouteDeps,
} from "#command-api/account-store/route-deps.ts";
import { CommandHeaders } from "#command-api/http/command-context.ts";
import {
  ChangePasswordRequest,
  ForgotPasswordRequest,
  PasswordResult,
  ResetPasswordRequest,
} from "#kernel/contract/api/account.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Routes } from "#kernel/node/http/server.ts";

import { changePassword } from "./change-password.ts";
import { forgotPassword } from "./forgot-password.ts";
import { resetPassword } from "./reset-password.ts";

/**
 * Well above the duration of the work even on a busy machine, so that the response time does not
 * reveal whether the account exists. Also the form's own minimum wait.
 */
const STEP_MS = 1000;

/** Takes a whole number of steps, regardless of how long the work takes or whether it fails. */
async function padResponseTime<Result>(work: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  const result = work();
  result.then(over, over);
  do await delay(STEP_MS);
  while (!isOver);
  return result;
}

const messageAndWarning = { 200: z.extend(PasswordResult, { message: z.string() }) };

/** For users who cannot sign in. */
export const passwordLinkRoutes: Routes<AccountRouteDeps> = async (app, { accounts, contexts }) => {
  const headers = CommandHeaders;

  app.post(
    "/api/v1/auth/forgot-password",
    { schema: { headers, body: ForgotPasswordRequest, response: messageAndWarning } },
    async (request, reply) => {
      const { email } = request.body;
      const context = anonymousContext(contexts, request);
      const refusal = await padResponseTime(() =>
        forgotPassword(accounts, context, email, callerOf(request)),
      );
      if (refusal) return refuse(reply, refusal);
      return reply.send({ success: true, message: texts.forgotPassword.sent });
    },
  );

  app.post(
    "/api/v1/auth/reset-password",
    { schema: { headers, body: ResetPasswordRequest, response: messageAndWarning } },
    async (request, reply) => {
      const context = anonymousContext(contexts, request);
      const refusal = await resetPassword(accounts, context, request.body, callerOf(request));
      if (refusal) return refuse(reply, refusal);
      return reply.send({
        success: true,
        message: "Your password was changed. Please sign in.",
        warning: passwordWarning(request.body.password),
      });
    },
  );
};

/** For signed-in users of either portal. */
export const changePasswordRoutes: Routes<AccountRouteDeps> = async (
  app,
  { accounts, contexts },
) => {
  const response = { 200: PasswordResult };
  app.put(
    "/api/v1/account/password",
    { schema: { headers: CommandHeaders, body: ChangePasswordRequest, response } },
    async (request, reply) => {
      const { actor, body } = request;
      const context = await signedInContext(contexts, request);
      const refusal = await changePassword(accounts, context, actor, body);
      if (refusal) return refuse(reply, refusal);
      return reply.send({ success: true, warning: passwordWarning(body.new_password) });
    },
  );
};
