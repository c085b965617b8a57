import { SYSTEM_ID } from "#kernel/contract/ids.ts";

export type Person = Readonly<{
  user_id: string;
  is_working: boolean;
  first_name: string;
  last_name: string;
}>;

export type Naming = Readonly<{
  nameOf: (userId: string) => string;
  /** As it stands in front of what somebody did: "Staff 3, removed, voided ...". */
  personOf: (userId: string) => string;
}>;

const PLATFORM = "The platform";

/** What the people of a shop are called, given in the order in which they came. Who has gone is a number. */
export function namingOf(people: readonly Person[]): Naming {
  const names = new Map<string, string>([[SYSTEM_ID, "The system"]]);
  const gone = new Set<string>();
  for (const [index, person] of people.entries()) {
    if (!person.is_working) gone.add(person.user_id);
    names.set(
      person.user_id,
      person.is_working
        ? `${person.first_name} ${person.last_name}`.trim()
        : `Staff ${index + 1}, removed`,
    );
  }
  const nameOf = (userId: string): string => names.get(userId) ?? PLATFORM;
  return {
    nameOf,
    personOf: (userId) => (gone.has(userId) ? `${nameOf(userId)},` : nameOf(userId)),
  };
}

/** A day and time as the shop reads them. */
export function clockOf(timeZone: string): (ms: number) => string {
  const formatter = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    dateStyle: "medium",
    timeStyle: "medium",
  });
  return (ms) => formatter.format(ms);
}
