import * as z from "zod/mini";

import { refuse } from "#command-api/account-store/refusal.ts";
import { signedInContext, type AccountRouteDeps } from "#command-api/account-store/route-deps.ts";
import { CommandHeaders } from "#command-api/http/command-context.ts";
import { leaveSupport } from "#command-api/support/support-session.ts";
import { PasswordConfirmation } from "#kernel/contract/api/account.ts";
import { Done } from "#kernel/contract/api/envelope.ts";
import { EmptyBody, IdInput } from "#kernel/contract/api/fields.ts";
import { SessionId } from "#kernel/contract/ids.ts";
import { reject } from "#kernel/contract/rejection.ts";
import type { Routes } from "#kernel/node/http/server.ts";

import { endOneSession, endOtherSessions, endOwnSession } from "./end-sessions.ts";

export const sessionRoutes: Routes<AccountRouteDeps> = async (app, { accounts, contexts }) => {
  const schema = { headers: CommandHeaders, response: { 200: Done } };

  app.post("/api/v1/logout", { schema: { ...schema, body: EmptyBody } }, async (request, reply) => {
    const { sid, role } = request.actor;
    const context = await signedInContext(contexts, request);
    const refusal =
      role === "support"
        ? await leaveSupport(accounts, context, { sid })
        : await endOwnSession(accounts, context, { sid, reason: "signed-out" });
    // A session that ended in the meantime is signed out as well.
    const isOver = refusal === undefined || refusal.rejected === "session-not-found";
    return isOver ? reply.send({ success: true }) : refuse(reply, refusal);
  });

  app.delete(
    "/api/v1/sessions/:sid",
    { schema: { ...schema, params: z.object({ sid: IdInput }), body: PasswordConfirmation } },
    async (request, reply) => {
      const sid = SessionId.safeParse(request.params.sid).data;
      if (!sid) return refuse(reply, reject("session-not-found"));
      const { password } = request.body;
      const context = await signedInContext(contexts, request);
      const refusal = await endOneSession(accounts, context, { sid, password });
      return refusal ? refuse(reply, refusal) : reply.send({ success: true });
    },
  );

  app.delete(
    "/api/v1/sessions",
    { schema: { ...schema, body: PasswordConfirmation } },
    async (request, reply) => {
      const { sid } = request.actor;
      const { password } = request.body;
      const context = await signedInContext(contexts, request);
      const refusal = await endOtherSessions(accounts, context, { sid, password });
      return refusal ? refuse(reply, refusal) : reply.send({ success: true });
    },
  );
};
