import type { FastifyReply } from "fastify";

import { shellTexts } from "#command-api/event-store/rejection-texts.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";
import { texts } from "#kernel/contract/texts.ts";
import {
  problemOf,
  type RejectionTexts,
  sendProblem,
  sendRejection,
} from "#kernel/platform/http-errors.ts";

import type { RegistrationOutcome } from "./registration.ts";
import type { reissueRecoveryCodes } from "./reissue-recovery-codes.ts";
import type { ResetOutcome } from "./reset-password.ts";
import type { confirmTotp, startTotp, stopTotp } from "./set-up-totp.ts";
import type { SignInOutcome } from "./sign-in.ts";
import type { TooManyTries } from "./signed-in.ts";

type Outcome =
  | RegistrationOutcome
  | SignInOutcome
  | ResetOutcome
  | Awaited<
      ReturnType<
        typeof startTotp | typeof confirmTotp | typeof stopTotp | typeof reissueRecoveryCodes
      >
    >
  | Rejection<"session-not-found">;

type Refusal = Extract<Outcome, { rejected: string }>;

const accountTexts: RejectionTexts<Exclude<Refusal["rejected"], "too-many-requests">> = {
  "email-taken": texts.registration.emailTaken,
  "key-reused": shellTexts["key-reused"],
  "wrong-credentials": texts.login.wrong,
  "totp-required": texts.login.totpRequired,
  "totp-wrong": texts.login.totpWrong,
  "tenant-suspended": texts.login.suspended,
  "wrong-password": "The current password is not right.",
  "link-invalid": "This link is no longer valid. Please ask for a new one.",
  "code-wrong": texts.login.totpWrong,
  "totp-not-started": "Start setting up your authenticator app again.",
  "totp-off": "Two-factor authentication is not set up.",
  "two-factor-required": "Two-factor authentication is required for this account.",
  "session-not-found": "Session not found",
  unavailable: problemOf(503).error,
};

export function refuse(reply: FastifyReply, refusal: Refusal | TooManyTries): FastifyReply {
  if (refusal.rejected !== "too-many-requests") return sendRejection(reply, refusal, accountTexts);
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
