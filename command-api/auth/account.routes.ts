import * as z from "zod/mini";

import {
  ChangePasswordRequest,
  ConfirmTotpRequest,
  PasswordAgain,
  PasswordSet,
  RecoveryCodes,
  TotpSetup,
} from "#kernel/contract/api/account.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { SessionId } from "#kernel/contract/ids.ts";
import { reject } from "#kernel/contract/rejection.ts";
import type { Routes } from "#kernel/platform/http.ts";
import { requireSession } from "#kernel/platform/session.ts";
import type { Sessions } from "#kernel/platform/sessions.ts";
import { keepToOwnTenant } from "#kernel/platform/tenant-scope.ts";

import { callerOf } from "./caller.ts";
import { changePassword } from "./change-password.ts";
import type { AccountDoors } from "./create-accounts.ts";
import { endOneSession, endOtherSessions } from "./end-sessions.ts";
import { logOut } from "./log-out.ts";
import { passwordWarning } from "./password-warning.ts";
import { refuse } from "./refuse.ts";
import { reissueRecoveryCodes } from "./reissue-recovery-codes.ts";
import { confirmTotp, startTotp, stopTotp } from "./set-up-totp.ts";
import { leaveSupport } from "./support-session.ts";

type AccountRoutesOptions = Readonly<{ accounts: AccountDoors; sessions: Sessions }>;

const done = { 200: z.object({ success: z.literal(true) }) };
const DONE = { success: true } as const;

/** What people do to their own account, whichever portal they came in by. */
export const accountRoutes: Routes<AccountRoutesOptions> = async (app, { accounts, sessions }) => {
  await app.register(requireSession, { sessions, aud: "any" });
  keepToOwnTenant(app);
  await app.register(sessionRoutes, { accounts });
  await app.register(totpRoutes, { accounts });

  app.put(
    "/api/v1/account/password",
    { schema: { body: ChangePasswordRequest, response: { 200: PasswordSet } } },
    async (request, reply) => {
      const own = { actor: request.actor, caller: callerOf(request) };
      const refusal = await changePassword(accounts, own, request.body);
      if (refusal) return refuse(reply, refusal);
      return reply.send({ ...DONE, warning: passwordWarning(request.body.new_password) });
    },
  );
};

type Doors = Pick<AccountRoutesOptions, "accounts">;

const sessionRoutes: Routes<Doors> = async (app, { accounts }) => {
  const nothing = z.nullish(z.strictObject({}));

  app.post(
    "/api/v1/logout",
    { schema: { body: nothing, response: done } },
    async (request, reply) => {
      const leave = request.actor.role === "support" ? leaveSupport : logOut;
      await leave(accounts, request.actor, callerOf(request));
      return reply.send(DONE);
    },
  );

  app.delete(
    "/api/v1/sessions/:sid",
    { schema: { params: z.object({ sid: IdInput }), body: nothing, response: done } },
    async (request, reply) => {
      const own = { actor: request.actor, caller: callerOf(request) };
      const sid = SessionId.safeParse(request.params.sid).data;
      const refusal = sid ? await endOneSession(accounts, own, sid) : reject("session-not-found");
      return refusal ? refuse(reply, refusal) : reply.send(DONE);
    },
  );

  app.delete(
    "/api/v1/sessions",
    { schema: { body: PasswordAgain, response: done } },
    async (request, reply) => {
      const own = { actor: request.actor, caller: callerOf(request) };
      const refusal = await endOtherSessions(accounts, own, request.body.password);
      return refusal ? refuse(reply, refusal) : reply.send(DONE);
    },
  );
};

const totpRoutes: Routes<Doors> = async (app, { accounts }) => {
  app.post(
    "/api/v1/account/totp",
    { schema: { body: PasswordAgain, response: { 200: success(TotpSetup) } } },
    async (request, reply) => {
      const own = { actor: request.actor, caller: callerOf(request) };
      const data = await startTotp(accounts, own, request.body.password);
      return "rejected" in data ? refuse(reply, data) : reply.send({ ...DONE, data });
    },
  );

  app.post(
    "/api/v1/account/totp/confirm",
    { schema: { body: ConfirmTotpRequest, response: { 200: success(RecoveryCodes) } } },
    async (request, reply) => {
      const own = { actor: request.actor, caller: callerOf(request) };
      const data = await confirmTotp(accounts, own, request.body.code);
      return "rejected" in data ? refuse(reply, data) : reply.send({ ...DONE, data });
    },
  );

  app.delete(
    "/api/v1/account/totp",
    { schema: { body: PasswordAgain, response: done } },
    async (request, reply) => {
      const own = { actor: request.actor, caller: callerOf(request) };
      const refusal = await stopTotp(accounts, own, request.body.password);
      return refusal ? refuse(reply, refusal) : reply.send(DONE);
    },
  );

  app.post(
    "/api/v1/account/recovery-codes",
    { schema: { body: PasswordAgain, response: { 200: success(RecoveryCodes) } } },
    async (request, reply) => {
      const own = { actor: request.actor, caller: callerOf(request) };
      const data = await reissueRecoveryCodes(accounts, own, request.body.password);
      return "rejected" in data ? refuse(reply, data) : reply.send({ ...DONE, data });
    },
  );
};
