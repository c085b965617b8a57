import type { InboxMessage } from "#kernel/contract/api/platform-lists.ts";

/** The writer's full name; who asked to be forgotten has none. */
export function writerOf({ first_name: first, last_name: last, email }: InboxMessage): string {
  const name = [first, last].filter((part) => part !== null && part !== "").join(" ");
  return name === "" ? (email ?? "Somebody") : name;
}
