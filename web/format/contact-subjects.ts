import type { ContactRequest } from "#kernel/contract/api/contact.ts";

/** What a visitor writes about, as the form offers it and the inbox shows it. */
export const SUBJECT_WORDS = {
  sales: "Sales",
  support: "Support",
  billing: "Billing",
  partnership: "Partnership",
  other: "Other",
} as const satisfies Record<ContactRequest["subject"], string>;

/** A subject of a newer server keeps its own word. */
export const subjectText = (subject: string): string =>
  Object.entries(SUBJECT_WORDS).find(([known]) => known === subject)?.[1] ?? subject;
