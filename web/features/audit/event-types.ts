import { EVENT_GROUPS, type EventType, eventTypesOf } from "#kernel/contract/event-types.ts";

/** Event types grouped for the filter; a tenant's log has none of the platform's. */
export const TYPE_GROUPS: readonly Readonly<{ label: string; types: readonly EventType[] }>[] =
  EVENT_GROUPS.filter((group) => group !== "Platform").map((group) => ({
    label: group,
    types: eventTypesOf(group),
  }));

/** SaleVoided: "Sale voided"; one this app does not know reads the same way. */
export function typeText(type: string): string {
  const words = type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
