import { SYSTEM_ID } from "#kernel/contract/ids.ts";

export type Person = Readonly<{
  user_id: string;
  is_working: boolean;
  first_name: string;
  last_name: string;
}>;

export type PersonNames = Readonly<{
  nameOf: (userId: string) => string;
  /** For the start of a sentence: "Staff 3, removed, voided ...". */
  personOf: (userId: string) => string;
}>;

const SYSTEM = "Tillbook";
const SUPER_ADMIN = "Tillbook support";

/** The people of a tenant must be in the order in which they joined: those who left are shown by number. */
export function personNames(people: readonly Person[]): PersonNames {
  const names = new Map<string, string>([[SYSTEM_ID, SYSTEM]]);
  const removed = new Set<string>();
  for (const [index, person] of people.entries()) {
    if (!person.is_working) removed.add(person.user_id);
    names.set(
      person.user_id,
      person.is_working
        ? `${person.first_name} ${person.last_name}`.trim()
        : `Staff ${index + 1}, removed`,
    );
  }
  const nameOf = (userId: string): string => names.get(userId) ?? SUPER_ADMIN;
  return {
    nameOf,
    personOf: (userId) => (removed.has(userId) ? `${nameOf(userId)},` : nameOf(userId)),
  };
}

/** Formats a time as date and clock time in a timezone. */
export function timeFormatter(timeZone: string): (ms: number) => string {
  const formatter = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    dateStyle: "medium",
    timeStyle: "medium",
  });
  return (ms) => formatter.format(ms);
}
