import * as z from "zod/mini";

import { AccountView, SessionItem } from "#kernel/contract/api/account.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { problemOf, sendProblem } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import type { Reads } from "#query-api/answers.ts";

import { findOwnAccount, listOwnSessions } from "./account.query.ts";

type AccountRoutesOptions = Readonly<{
  reads: Pick<Reads, "pool" | "clock">;
  superAdminNeedsTotp: boolean;
}>;

/** The signed-in person's own account, in both portals. */
export const accountRoutes: Routes<AccountRoutesOptions> = async (
  app,
  { reads: { pool, clock }, superAdminNeedsTotp },
) => {
  app.get(
    "/api/v1/account",
    { schema: { response: { 200: success(AccountView) } } },
    async ({ actor }, reply) => {
      const needsTotp = actor.aud === "platform" && superAdminNeedsTotp;
      const data = await findOwnAccount(pool, actor, needsTotp);
      return data ? reply.send({ success: true, data }) : sendProblem(reply, problemOf(401));
    },
  );

  app.get(
    "/api/v1/sessions",
    { schema: { response: { 200: success(z.array(SessionItem)) } } },
    async ({ actor }, reply) => {
      const data = await listOwnSessions(pool, actor, clock());
      return reply.send({ success: true, data });
    },
  );
};
