import fastifyJwt from "@fastify/jwt";

import type { AccountDeps } from "#command-api/account-store/account-deps.ts";
import { callerOf } from "#command-api/account-store/caller.ts";
import { refuse } from "#command-api/account-store/refusal.ts";
import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { type FindTill, TILL_NOT_ACTIVE } from "#command-api/till/entries/signed-requests.ts";
import { UNLOCK_PATH, UnlockAnswer, UnlockRequest } from "#kernel/contract/api/till/pin.ts";
import { sendProblem } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import {
  issueToken,
  signerSettings,
  TILL_SESSION_MS,
  type TokenKeys,
} from "#kernel/node/session/tokens.ts";

import { unlock } from "./unlock.ts";

export type UnlockRoutesOptions = Readonly<{
  accounts: AccountDeps;
  store: Pick<EventStore, "load">;
  tokenKeys: TokenKeys;
  findTill: FindTill;
}>;

/** People unlock a till by PIN. The scope is one of `acceptSignedRequests`. */
export const unlockRoutes: Routes<UnlockRoutesOptions> = async (app, options) => {
  const { accounts, store, findTill } = options;
  await app.register(fastifyJwt, signerSettings(options.tokenKeys));

  app.post(
    UNLOCK_PATH,
    { schema: { body: UnlockRequest, response: { 200: UnlockAnswer } } },
    async (request, reply) => {
      const { tenant, till, user: userId, pin } = request.body;
      const identity = await findTill(request, reply, { tenant, till });
      if (!identity) return reply;
      const caller = callerOf(request);
      const outcome = await unlock({ accounts, ...store }, { identity, userId, pin, caller });
      if (!("rejected" in outcome)) {
        const { subject, issuedMs, untilMs, user } = outcome;
        const token = issueToken(app.jwt, subject, issuedMs, TILL_SESSION_MS);
        return { token, user, until: new Date(untilMs).toISOString() };
      }
      if (outcome.rejected === "till-not-active") return sendProblem(reply, TILL_NOT_ACTIVE);
      return refuse(reply, outcome);
    },
  );
};
