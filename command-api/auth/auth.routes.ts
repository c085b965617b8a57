import fastifyJwt from "@fastify/jwt";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import { keyOf } from "#command-api/event-store/command-context.ts";
import { CommandHeaders } from "#command-api/event-store/command-headers.ts";
import { shellTexts } from "#command-api/event-store/rejection-texts.ts";
import { LoginRequest, RegisterRequest, SignedIn } from "#kernel/contract/api/auth.ts";
import { texts } from "#kernel/contract/texts.ts";
import {
  problemOf,
  type RejectionTexts,
  sendProblem,
  sendRejection,
} from "#kernel/platform/http-errors.ts";
import type { Routes } from "#kernel/platform/http.ts";
import { ipPrefix, senderOf } from "#kernel/platform/ip-prefix.ts";
import type { RateLimiter } from "#kernel/platform/rate-limit.ts";
import { requireSession } from "#kernel/platform/session.ts";
import type { Sessions } from "#kernel/platform/sessions.ts";
import {
  type Audience,
  issueToken,
  signerSettings,
  type TokenKeys,
} from "#kernel/platform/tokens.ts";

import type { Accounts } from "./account-transaction.ts";
import { logOut } from "./log-out.ts";
import { register, type RegistrationOutcome } from "./registration.ts";
import type { SignInLimits } from "./sign-in-limits.ts";
import { signIn, type SignInOutcome } from "./sign-in.ts";
import type { Caller, SignedInSession } from "./signed-in.ts";

export type AuthRoutesOptions = Readonly<{
  accounts: Accounts & Readonly<{ signInLimits: SignInLimits; registrationLimit: RateLimiter }>;
  sessions: Sessions;
  tokenKeys: TokenKeys;
}>;

export const authRoutes: Routes<AuthRoutesOptions> = async (app, options) => {
  await app.register(openDoors, options);
  await app.register(signOutDoor, options);
};

const openDoors: Routes<AuthRoutesOptions> = async (app, { accounts, tokenKeys }) => {
  await app.register(fastifyJwt, signerSettings(tokenKeys));
  const response = { 200: SignedIn };

  const answer = (reply: FastifyReply, outcome: RegistrationOutcome | SignInOutcome) =>
    "rejected" in outcome ? refuse(reply, outcome) : reply.send(toSignedIn(outcome));

  const toSignedIn = ({ subject, issuedMs, user, tenant }: SignedInSession): SignedIn => ({
    success: true,
    token: issueToken(app.jwt, subject, issuedMs),
    user,
    tenant,
  });

  app.post(
    "/auth/register.php",
    { schema: { headers: CommandHeaders, body: RegisterRequest, response } },
    async (request, reply) => {
      const { body } = request;
      const asked = { body, key: keyOf(request), caller: callerOf(request) };
      return answer(reply, await register(accounts, asked));
    },
  );

  const doors: readonly (readonly [url: string, portal: Audience])[] = [
    ["/auth/login.php", "tenant"],
    ["/auth/super-admin-login.php", "platform"],
  ];
  for (const [url, portal] of doors) {
    app.post(url, { schema: { body: LoginRequest, response } }, async (request, reply) => {
      const attempt = { ...request.body, portal, caller: callerOf(request) };
      return answer(reply, await signIn(accounts, attempt));
    });
  }
};

const signOutDoor: Routes<AuthRoutesOptions> = async (app, { accounts, sessions }) => {
  await app.register(requireSession, { sessions, aud: "any" });
  const body = z.nullish(z.strictObject({}));
  const response = { 200: z.object({ success: z.literal(true) }) };

  app.post("/api/v1/logout", { schema: { body, response } }, async (request, reply) => {
    await logOut(accounts, request.actor, callerOf(request));
    return reply.send({ success: true });
  });
};

const accountTexts: RejectionTexts<
  Exclude<
    Extract<RegistrationOutcome | SignInOutcome, { rejected: string }>["rejected"],
    "too-many-requests"
  >
> = {
  "email-taken": texts.registration.emailTaken,
  "key-reused": shellTexts["key-reused"],
  "wrong-credentials": texts.login.wrong,
  "tenant-suspended": texts.login.suspended,
  unavailable: problemOf(503).error,
};

function refuse(
  reply: FastifyReply,
  refusal: Extract<RegistrationOutcome | SignInOutcome, { rejected: string }>,
): FastifyReply {
  if (refusal.rejected !== "too-many-requests") return sendRejection(reply, refusal, accountTexts);
  const retryAfterSeconds = Math.ceil(refusal.retryAfterMs / 1000);
  return sendProblem(reply, { ...problemOf(429), retryAfterSeconds });
}

const LONGEST_DEVICE = 200;

const callerOf = (request: FastifyRequest): Caller => ({
  sender: senderOf(request.ip),
  ipPrefix: ipPrefix(request.ip),
  device: request.headers["user-agent"]?.slice(0, LONGEST_DEVICE),
  requestId: request.id,
  source: keyOf(request) ? "web" : "legacy",
});
