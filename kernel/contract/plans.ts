import type { Plan } from "./choices.ts";

type PlanTerms = Readonly<{
  /** The name on screens. */
  name: string;
  /** Undefined: no limit. */
  products: number | undefined;
  salesAMonth: number | undefined;
  users: number;
}>;

/** A tenant in its trial has the limits of the largest plan. */
export const PLANS: Readonly<Record<Plan, PlanTerms>> = {
  basic: { name: "Free", products: 100, salesAMonth: 50, users: 1 },
  premium: { name: "Basic", products: 1_000, salesAMonth: undefined, users: 3 },
  enterprise: { name: "Pro", products: undefined, salesAMonth: undefined, users: 10 },
};

export const TRIAL_PLAN: Plan = "enterprise";
