import type { FastifyReply } from "fastify";

import { shellTexts } from "#command-api/http/rejection-texts.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";
import { texts } from "#kernel/contract/texts.ts";
import { problemOf, sendProblem, sendRejection } from "#kernel/node/http/errors.ts";

import type { TooManyAttempts } from "./limits.ts";

/** Words for what any account command may meet: a code that is not here does not compile. */
const accountTexts = {
  "concurrent-change": shellTexts["concurrent-change"],
  "version-mismatch": shellTexts["version-mismatch"],
  "key-reused": shellTexts["key-reused"],
  unavailable: problemOf(503).error,

  "wrong-credentials": texts.login.wrong,
  "totp-required": texts.login.totpRequired,
  "totp-wrong": texts.login.totpWrong,
  "tenant-suspended": texts.login.suspended,
  "session-not-found": "Session not found",

  "email-taken": texts.registration.emailTaken,
  "wrong-password": "The current password is not right.",
  "password-required": texts.settings.passwordForEmail,
  "link-invalid": "This link is no longer valid. Please ask for a new one.",

  "code-wrong": texts.login.totpWrong,
  "totp-not-started": "Start setting up your authenticator app again.",
  "shown-once": "This was done already, and what it told is shown only once. Please start again.",
  "totp-off": "Two-factor authentication is not set up.",
  "two-factor-required": "Two-factor authentication is required for this account.",

  "plan-limit-reached": "Your plan does not allow more users. Upgrade to add more.",
  "already-invited": "This person has been invited already.",
  "already-joined": "The owner of this business has joined already.",
  "day-has-passed": "This day has passed.",
  "staff-not-found": "Staff member not found",
  "last-owner": "A business needs an owner. Make somebody else one first.",

  "tenant-not-found": "Tenant not found",
  "deletion-not-requested": "Nobody asked for the account to be deleted.",
  "deletion-not-due": "The account is not to be deleted yet.",
} as const;

export type Refusal = Rejection<keyof typeof accountTexts> | TooManyAttempts;

type Words = Readonly<Partial<Record<keyof typeof accountTexts, string>>>;

/** The same refusals, as somebody reads them who was invited and decides nothing about the plan. */
export const inviteeTexts: Words = {
  "plan-limit-reached":
    "This business has no room for another user on its plan. Please ask whoever invited you.",
};

/** `words`: for readers whom the usual ones would mislead. */
export function refuse(reply: FastifyReply, refusal: Refusal, words: Words = {}): FastifyReply {
  if (refusal.rejected !== "too-many-requests") {
    return sendRejection(reply, refusal, { ...accountTexts, ...words });
  }
  const retryAfterSeconds = Math.ceil(refusal.retryAfterMs / 1000);
  return sendProblem(reply, { ...problemOf(429), retryAfterSeconds });
}

/** A suspended shop's owner hears what everybody there hears, and gets what fetches their data (R34). */
export const refuseWithExport = (
  reply: FastifyReply,
  more: Readonly<{ export_token: string; export_until: string }>,
): FastifyReply =>
  sendProblem(reply, {
    status: 403,
    code: "tenant-suspended",
    error: texts.login.suspended,
    more,
  });
