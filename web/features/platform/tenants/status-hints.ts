import type { TenantStatus } from "#kernel/contract/choices.ts";

/** What comes of it (R34). */
export const STATUS_HINTS: Record<TenantStatus, string> = {
  active: "Its people can sign in and work. The reason stands in the log.",
  pending:
    "Its people can sign in and set up; payments of providers are not taken. The reason stands in the log.",
  suspended:
    "All its people are signed out at once, and nobody gets in until it is active again. The reason stands in the log.",
};
