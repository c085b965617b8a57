import type { ContactRequest } from "#kernel/contract/api/contact.ts";

/** Subjects of the contact form, also shown in the inbox. */
export const SUBJECT_WORDS = {
  sales: "Sales",
  support: "Support",
  billing: "Billing",
  partnership: "Partnership",
  other: "Other",
} as const satisfies Record<ContactRequest["subject"], string>;

/** An unknown subject, from a newer server, is shown unchanged. */
export const subjectText = (subject: string): string =>
  Object.entries(SUBJECT_WORDS).find(([known]) => known === subject)?.[1] ?? subject;
