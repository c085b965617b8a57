import { formatMoney } from "#kernel/contract/money.ts";

import type { ApprovalProblem } from "./approve.ts";

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** "1 min", and seconds in the last minute. */
function waitText(ms: number): string {
  if (ms > MINUTE_MS) return `${Math.ceil(ms / MINUTE_MS)} min`;
  return `${Math.ceil(ms / SECOND_MS)} s`;
}

const leftText = (left: number): string => (left === 1 ? "1 try left." : `${left} tries left.`);

/** What the PIN is for, and whose it is. */
type Purpose = Readonly<{ to: "unlock" | "approve"; name: string }>;

export function problemText(problem: ApprovalProblem, { to, name }: Purpose): string {
  switch (problem.is) {
    case "wrong":
      return problem.left === undefined ? "Wrong PIN." : `Wrong PIN. ${leftText(problem.left)}`;
    case "locked":
      return `Too many wrong tries. Wait ${waitText(problem.forMs)}.`;
    case "no-pin":
      return `${name} has no PIN yet. It is set under Settings, Security.`;
    case "not-here":
      return `No network. Connect once to ${to} on this phone.`;
    case "refused":
      return `${name} refused.`;
    case "expired":
      return `No answer from ${name}. Ask again.`;
    case "above":
      return `Without a network a PIN approves at most ${formatMoney(problem.mostMinor, problem.currency)}.`;
    case "other":
      return problem.text;
  }
}
