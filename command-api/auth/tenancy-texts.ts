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

import type { AccountRefusal } from "./account-command.ts";
import type { TooManyTries } from "./signed-in.ts";

type TenancyCode =
  | AccountRefusal
  | "email-taken"
  | "already-invited"
  | "already-joined"
  | "day-has-passed"
  | "staff-not-found"
  | "last-owner"
  | "deletion-not-requested"
  | "deletion-not-due"
  | "password-required"
  | "wrong-password"
  | "link-invalid"
  | "unavailable";

export type TenancyRefusal = Rejection<TenancyCode> | TooManyTries;

/** Words for what commands on a tenant and its people may meet. */
const tenancyTexts: RejectionTexts<TenancyCode> = {
  "concurrent-change": shellTexts["concurrent-change"],
  "version-mismatch": shellTexts["version-mismatch"],
  "key-reused": shellTexts["key-reused"],
  "tenant-suspended": texts.login.suspended,
  "tenant-not-found": "Tenant not found",
  "plan-limit-reached": "Your plan does not allow more users. Upgrade to add more.",
  "email-taken": texts.registration.emailTaken,
  "already-invited": "This person has been invited already.",
  "already-joined": "The owner of this business has joined already.",
  "day-has-passed": "This day has passed.",
  "staff-not-found": "Staff member not found",
  "last-owner": "A business needs an owner. Make somebody else one first.",
  "link-invalid": "This link is no longer valid. Please ask for a new one.",
  "deletion-not-requested": "Nobody asked for the account to be deleted.",
  "deletion-not-due": "The account is not to be deleted yet.",
  "password-required": "Enter your current password to change your email.",
  "wrong-password": "The current password is not right.",
  unavailable: problemOf(503).error,
};

export function refuseTenancy(reply: FastifyReply, refusal: TenancyRefusal): FastifyReply {
  if (refusal.rejected !== "too-many-requests") return sendRejection(reply, refusal, tenancyTexts);
  const retryAfterSeconds = Math.ceil(refusal.retryAfterMs / 1000);
  return sendProblem(reply, { ...problemOf(429), retryAfterSeconds });
}
