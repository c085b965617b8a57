import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import { callerOf } from "#command-api/account-store/caller.ts";
import { refuse } from "#command-api/account-store/refusal.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { Done, success } from "#kernel/contract/api/envelope.ts";
import { EmptyBody } from "#kernel/contract/api/fields.ts";
import { StartSupportRequest, SupportSession } from "#kernel/contract/api/session.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { issueToken, RESTRICTED_LIFE_MS } from "#kernel/node/session/tokens.ts";

import { endSupport, startSupport } from "./support-session.ts";

export type SupportRoutesOptions = Readonly<{ accounts: Accounts; contexts: CommandContexts }>;

const PATH = "/api/v1/platform/support-sessions";

/** Needs a platform scope that signs tokens. */
export const supportRoutes: Routes<SupportRoutesOptions> = async (app, { accounts, contexts }) => {
  const headers = CommandHeaders;

  app.post(
    PATH,
    { schema: { headers, body: StartSupportRequest, response: { 200: success(SupportSession) } } },
    async (request, reply) => {
      const { tenant_id: id, reason } = request.body;
      const tenantId = TenantId.safeParse(id).data;
      if (!tenantId) return refuse(reply, reject("tenant-not-found"));
      const start = { actor: request.actor, tenantId, reason, place: callerOf(request) };
      const opened = await startSupport(accounts, await contexts.of(request), start);
      if (isRejection(opened)) return refuse(reply, opened);
      const { subject, issuedMs, untilMs, tenant } = opened;
      const data = {
        token: issueToken(app.jwt, subject, issuedMs, RESTRICTED_LIFE_MS),
        tenant,
        until: new Date(untilMs).toISOString(),
      };
      return reply.send({ success: true, data });
    },
  );

  app.delete(
    PATH,
    { schema: { headers, body: EmptyBody, response: { 200: Done } } },
    async (request, reply) => {
      const refusal = await endSupport(accounts, await contexts.of(request));
      return refusal ? refuse(reply, refusal) : reply.send({ success: true });
    },
  );
};
