import type { EventSource } from "#kernel/contract/events/recorded.ts";
import { SYSTEM_ID } from "#kernel/contract/ids.ts";

export type Person = Readonly<{
  user_id: string;
  is_working: boolean;
  first_name: string;
  last_name: string;
}>;

/** The name of a person. If the tenant never had them, the source of their event says who they are. */
type NameOf = (userId: string, source?: EventSource) => string;

export type PersonNames = Readonly<{
  nameOf: NameOf;
  /** For the start of a sentence: "Staff 3, removed, voided ...". */
  personOf: NameOf;
}>;

const SYSTEM = "Tillbook";
const SUPER_ADMIN = "Tillbook support";
const STRANGER = "Someone who is not on the staff";

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
  const nameOf: NameOf = (userId, source) =>
    names.get(userId) ?? (source === "till" ? STRANGER : SUPER_ADMIN);
  return {
    nameOf,
    personOf: (userId, source) => `${nameOf(userId, source)}${removed.has(userId) ? "," : ""}`,
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
