import type { FastifyReply } from "fastify";

import { shellTexts } from "#command-api/http/rejection-texts.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";
import { serverTexts, texts } from "#kernel/contract/texts.ts";
import { problemOf, sendProblem, sendRejection } from "#kernel/node/http/errors.ts";

import type { TooManyAttempts } from "./limits.ts";

/** A text for every refusal of an account command. A missing code does not compile. */
const accountTexts = {
  "concurrent-change": shellTexts["concurrent-change"],
  "version-mismatch": shellTexts["version-mismatch"],
  "key-reused": shellTexts["key-reused"],
  "server-updating": shellTexts["server-updating"],
  unavailable: problemOf(503).error,

  "wrong-credentials": serverTexts.wrongSignIn,
  "totp-required": texts.login.totpRequired,
  "totp-wrong": serverTexts.totpWrong,
  "tenant-suspended": serverTexts.suspended,
  "session-not-found": "Session not found",

  "email-taken": serverTexts.emailTaken,
  "wrong-password": "The current password is wrong.",
  "wrong-pin": "This PIN is wrong.",
  "pin-not-allowed": (why: string) => why,
  "password-required": texts.settings.passwordForEmail,
  "link-invalid": "This link is no longer valid. Please ask for a new one.",

  "code-wrong": serverTexts.totpWrong,
  "totp-not-started": "Start setting up your authenticator app again.",
  "shown-once": "This was already done, and its result is shown only once. Please start again.",
  "totp-off": "Two-factor authentication is not set up.",
  "two-factor-required": "Two-factor authentication is required for this account.",

  "plan-limit-reached": "Your plan does not allow more users. Upgrade to add more.",
  "already-invited": "This person has already been invited.",
  "already-joined": "The owner of this business has already joined.",
  "day-has-passed": "This day is in the past.",
  "staff-not-found": "Staff member not found",
  "needs-email": "A person without an email can only be a cashier.",
  "last-owner": "A business needs an owner. Make someone else an owner first.",

  "tenant-not-found": "Tenant not found",
  "deletion-not-requested": "No deletion of this account was requested.",
  "deletion-not-due": "The account cannot be deleted yet.",
} as const;

export type Refusal = Rejection<keyof typeof accountTexts> | TooManyAttempts;

type Words = Readonly<Partial<Record<keyof typeof accountTexts, string>>>;

/** The same refusals for an invited person, who has no say in the plan. */
export const inviteeTexts: Words = {
  "plan-limit-reached":
    "This business has no room for another user on its plan. Please ask the person who invited you.",
};

/** `words` override the usual texts if those would mislead the reader. */
export function refuse(reply: FastifyReply, refusal: Refusal, words: Words = {}): FastifyReply {
  if (refusal.rejected !== "too-many-requests") {
    return sendRejection(reply, refusal, { ...accountTexts, ...words });
  }
  const retryAfterSeconds = Math.ceil(refusal.retryAfterMs / 1000);
  return sendProblem(reply, { ...problemOf(429), retryAfterSeconds });
}

/**
 * The owner of a suspended tenant gets the same refusal as everyone there, plus a token to export
 * the data.
 */
export const refuseWithExport = (
  reply: FastifyReply,
  more: Readonly<{ export_token: string; export_until: string }>,
): FastifyReply =>
  sendProblem(reply, {
    status: 403,
    code: "tenant-suspended",
    error: serverTexts.suspended,
    more,
  });
