import type * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import {
  APPROVALS_PATH,
  type ApprovalState,
  ApprovalView,
  type AskApprovalRequest,
  ApprovalResult,
} from "#kernel/contract/api/till/approval.ts";
import type { EntryApproval } from "#kernel/contract/api/till/entries.ts";
import { APPROVAL_MS } from "#kernel/contract/approval.ts";
import { UserId } from "#kernel/contract/ids.ts";
import type { Currency } from "#kernel/contract/money.ts";
import { request, serverClock } from "#web/api/http-client.ts";
import { isRefused } from "#web/api/request-error.ts";
import { tokenNow } from "#web/state/session.ts";
import { till } from "#web/till/till.ts";

import { checkPinHere } from "./lock.ts";
import { type LockPerson, type PinProblem, problemOf } from "./unlock.ts";

// What a cashier may not do alone, another person approves: once, for one sale.

export type ApprovalRequest = Omit<z.input<typeof AskApprovalRequest>, "by" | "pin"> & {
  amount_minor: number;
};

/** `untilMs`: until when the sale must be paid, by the device's clock. */
export type Approved = Readonly<{
  is: "approved";
  approval: EntryApproval;
  amountMinor: number;
  untilMs: number;
}>;

/** `above`: without a network a PIN approves at most so much. */
export type ApprovalProblem =
  | PinProblem
  | Readonly<{ is: "refused" | "expired" }>
  | Readonly<{ is: "above"; mostMinor: number; currency: Currency }>;

const Answer = success(ApprovalResult);
const Viewed = success(ApprovalView);
const POLL_MS = 2_000;

/** The server's times are compared with the device's clock. */
const untilMsOf = (until: string): number => Date.parse(until) - (serverClock.nowMs() - Date.now());

/** The approver enters their PIN at this till: checked by the server, or by the till without a network. */
export async function approveByPin(
  wanted: ApprovalRequest,
  approver: LockPerson,
  pin: string,
): Promise<Approved | ApprovalProblem> {
  if (!navigator.onLine || tokenNow() === undefined) return approveHere(wanted, approver, pin);
  try {
    return approvedBy(wanted, approver, await ask({ ...wanted, by: approver.id, pin }));
  } catch (error) {
    return isRefused(error) ? problemOf(error) : approveHere(wanted, approver, pin);
  }
}

async function approveHere(
  { what, oversell, amount_minor: amountMinor }: ApprovalRequest,
  approver: LockPerson,
  pin: string,
): Promise<Approved | ApprovalProblem> {
  const settings = till.get().data?.settings;
  if (settings === undefined) return { is: "not-here" };
  const { offlineApprovalMinor: mostMinor, currency } = settings;
  if (amountMinor > mostMinor) return { is: "above", mostMinor, currency };
  const checked = await checkPinHere(approver, pin);
  if (checked.is !== "unlocked") return checked;
  const acts = { what, ...(oversell && { oversell }) };
  const approval: EntryApproval = { by: UserId.parse(approver.id), how: "offline", ...acts };
  return { is: "approved", approval, amountMinor, untilMs: Date.now() + APPROVAL_MS };
}

/** Asks on the approver's own screen, and waits for the answer. Rejects if `signal` ends the wait. */
export async function approveOnPhone(
  wanted: ApprovalRequest,
  approver: LockPerson,
  signal: AbortSignal,
): Promise<Approved | ApprovalProblem> {
  try {
    let asked = await ask({ ...wanted, by: approver.id });
    while (asked.state === "waiting" && Date.now() < untilMsOf(asked.until)) {
      await pause(POLL_MS, signal);
      asked = await viewed(asked, signal);
    }
    return approvedBy(wanted, approver, asked);
  } catch (error) {
    if (signal.aborted) throw error;
    return isRefused(error) ? problemOf(error) : NO_ANSWER;
  }
}

const NO_ANSWER: ApprovalProblem = {
  is: "other",
  text: "No answer from the server. The PIN works without a network.",
};

async function ask(json: z.input<typeof AskApprovalRequest>): Promise<ApprovalResult> {
  const commandKey = crypto.randomUUID();
  return (await request(APPROVALS_PATH, Answer, { method: "POST", json, commandKey })).data;
}

/** One lost answer does not end the wait. */
async function viewed(asked: ApprovalResult, signal: AbortSignal): Promise<ApprovalResult> {
  try {
    return (await request(`${APPROVALS_PATH}/${asked.id}`, Viewed, { signal })).data;
  } catch (error) {
    if (signal.aborted || isRefused(error)) throw error;
    return asked;
  }
}

function approvedBy(
  { what, oversell, amount_minor: amountMinor }: ApprovalRequest,
  approver: LockPerson,
  { id: approvalId, state, until }: ApprovalResult,
): Approved | ApprovalProblem {
  if (state !== "given") return { is: PROBLEMS[state] };
  const by = UserId.parse(approver.id);
  const acts = { what, ...(oversell && { oversell }) };
  const approval: EntryApproval = { by, how: "server", approvalId, ...acts };
  return { is: "approved", approval, amountMinor, untilMs: untilMsOf(until) };
}

const PROBLEMS = {
  waiting: "expired",
  expired: "expired",
  refused: "refused",
} as const satisfies Record<Exclude<ApprovalState, "given">, "refused" | "expired">;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("The wait was cancelled", "AbortError"));
    });
  });
