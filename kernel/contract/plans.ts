import type { Plan } from "./choices.ts";

type PlanTerms = Readonly<{
  /** As people read it (R17). */
  name: string;
  /** Absent where there is no limit. */
  products: number | undefined;
  salesAMonth: number | undefined;
  users: number;
}>;

/** What each plan allows; a shop that tries the product out has what the largest has. */
export const PLANS: Readonly<Record<Plan, PlanTerms>> = {
  basic: { name: "Free", products: 100, salesAMonth: 50, users: 1 },
  premium: { name: "Basic", products: 1_000, salesAMonth: undefined, users: 3 },
  enterprise: { name: "Pro", products: undefined, salesAMonth: undefined, users: 10 },
};

export const TRIAL_PLAN: Plan = "enterprise";
