import { refuse } from "#command-api/account-store/refusal.ts";
import { signedInContext, type AccountRouteDeps } from "#command-api/account-store/route-deps.ts";
import { CommandHeaders } from "#command-api/http/command-context.ts";
import {
  ConfirmTotpRequest,
  PasswordConfirmation,
  RecoveryCodes,
  TotpSetup,
} from "#kernel/contract/api/account.ts";
import { Done, success } from "#kernel/contract/api/envelope.ts";
import type { Routes } from "#kernel/node/http/server.ts";

import { reissueRecoveryCodes } from "./issue-recovery-codes.ts";
import { confirmTotp, startTotp, stopTotp } from "./set-up-totp.ts";

export const twoFactorRoutes: Routes<AccountRouteDeps> = async (app, { accounts, contexts }) => {
  const headers = CommandHeaders;

  app.post(
    "/api/v1/account/totp",
    { schema: { headers, body: PasswordConfirmation, response: { 200: success(TotpSetup) } } },
    async (request, reply) => {
      const context = await signedInContext(contexts, request);
      const data = await startTotp(accounts, context, request.body.password);
      return "rejected" in data ? refuse(reply, data) : reply.send({ success: true, data });
    },
  );

  app.post(
    "/api/v1/account/totp/confirm",
    { schema: { headers, body: ConfirmTotpRequest, response: { 200: success(RecoveryCodes) } } },
    async (request, reply) => {
      const { actor, body } = request;
      const data = await confirmTotp(
        accounts,
        await signedInContext(contexts, request),
        actor,
        body.code,
      );
      return "rejected" in data ? refuse(reply, data) : reply.send({ success: true, data });
    },
  );

  app.delete(
    "/api/v1/account/totp",
    { schema: { headers, body: PasswordConfirmation, response: { 200: Done } } },
    async (request, reply) => {
      const { actor, body } = request;
      const context = await signedInContext(contexts, request);
      const refusal = await stopTotp(accounts, context, actor, body.password);
      return refusal ? refuse(reply, refusal) : reply.send({ success: true });
    },
  );

  app.post(
    "/api/v1/account/recovery-codes",
    { schema: { headers, body: PasswordConfirmation, response: { 200: success(RecoveryCodes) } } },
    async (request, reply) => {
      const context = await signedInContext(contexts, request);
      const data = await reissueRecoveryCodes(accounts, context, request.body.password);
      return "rejected" in data ? refuse(reply, data) : reply.send({ success: true, data });
    },
  );
};
