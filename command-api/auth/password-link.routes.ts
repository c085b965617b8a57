import * as z from "zod/mini";

import {
  ForgotPasswordRequest,
  PasswordSet,
  ResetPasswordRequest,
} from "#kernel/contract/api/account.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Routes } from "#kernel/platform/http.ts";

import { callerOf } from "./caller.ts";
import type { AccountDoors } from "./create-accounts.ts";
import { inEvenTime } from "./even-time.ts";
import { forgotPassword } from "./forgot-password.ts";
import { passwordWarning } from "./password-warning.ts";
import { refuse } from "./refuse.ts";
import { resetPassword } from "./reset-password.ts";

const told = { 200: z.extend(PasswordSet, { message: z.string() }) };

/** For whoever cannot sign in (R7, R10). */
export const passwordLinkRoutes: Routes<Readonly<{ accounts: AccountDoors }>> = async (
  app,
  { accounts },
) => {
  app.post(
    "/api/v1/auth/forgot-password",
    { schema: { body: ForgotPasswordRequest, response: told } },
    async (request, reply) => {
      const { email } = request.body;
      const refusal = await inEvenTime(() => forgotPassword(accounts, email, callerOf(request)));
      if (refusal) return refuse(reply, refusal);
      return reply.send({ success: true, message: texts.forgotPassword.sent });
    },
  );

  app.post(
    "/api/v1/auth/reset-password",
    { schema: { body: ResetPasswordRequest, response: told } },
    async (request, reply) => {
      const refusal = await resetPassword(accounts, request.body, callerOf(request));
      if (refusal) return refuse(reply, refusal);
      return reply.send({
        success: true,
        message: "Your password was changed. Please sign in.",
        warning: passwordWarning(request.body.password),
      });
    },
  );
};
