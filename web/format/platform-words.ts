import type { Plan, TenantStatus } from "#kernel/contract/choices.ts";

/** The status of a business: its name and tone. */
export const STATUS_WORDS = {
  active: { word: "Active", tone: "well" },
  pending: { word: "Pending", tone: "waiting" },
  suspended: { word: "Suspended", tone: "wrong" },
} as const satisfies Record<TenantStatus, object>;

/** Plans by their stored names, with the names under which they are sold. */
export const PLAN_WORDS = {
  basic: { word: "basic", soldAs: "Free" },
  premium: { word: "premium", soldAs: "Basic" },
  enterprise: { word: "enterprise", soldAs: "Pro" },
} as const satisfies Record<Plan, object>;
