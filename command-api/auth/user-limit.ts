import type { CounterLine } from "#command-api/event-store/append.ts";
import { localDate, type Shop } from "#command-api/event-store/shop.ts";
import type { Plan } from "#kernel/contract/choices.ts";

/** R17; a shop that tries the product out has what the largest plan has. */
const USERS: Readonly<Record<Plan, number>> = { basic: 1, premium: 3, enterprise: 10 };

/** Everybody but the one who is always there: the owner who opened the shop was never counted in. */
const COUNTER = "staff";

/** Invited people count: who accepts is never turned away. */
export function oneMore({ plan, trialUntil, timezone }: Shop, nowMs: number): CounterLine {
  const isTrial = localDate(nowMs, timezone) <= trialUntil;
  return { name: COUNTER, delta: 1, max: USERS[isTrial ? "enterprise" : plan] - 1 };
}

export const ONE_LESS: CounterLine = { name: COUNTER, delta: -1 };
