import type { StaffItem } from "#kernel/contract/api/staff.ts";

/** Whoever was invited has no name yet. */
export const personName = ({ first_name: first, last_name: last, email }: StaffItem): string =>
  `${first} ${last}`.trim() || email;
