import type { AuditSubject } from "#kernel/contract/api/audit.ts";
import { EVENT_GROUPS, type EventType, eventTypesOf } from "#kernel/contract/event-types.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";

/** The subject's name, or the end of its id if it has no name. */
export function subjectText({ kind, id, name }: AuditSubject): string {
  if (name !== null) return kind === "sale" ? `Sale ${name}` : name;
  return kind === "customer" ? texts.sales.erasedCustomer : `${kindText(kind)} ${shortId(id)}`;
}

export const kindText = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1);

/**
 * Event types grouped for the filter. Platform types are left out, because they never occur in a
 * tenant's log.
 */
export const TYPE_GROUPS: readonly Readonly<{ label: string; types: readonly EventType[] }>[] =
  EVENT_GROUPS.filter((group) => group !== "Platform").map((group) => ({
    label: group,
    types: eventTypesOf(group),
  }));

/** "SaleVoided" reads "Sale voided". Also works for types of a newer server. */
export function typeText(type: string): string {
  const words = type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
