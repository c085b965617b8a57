import * as z from "zod/mini";

import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";

import type { EventRow } from "./events.query.ts";

const Columns = z.record(z.string(), z.nullable(z.string()));

/**
 * The sealed texts of an event with their contents. This service has no keys; the read models hold
 * the opened texts.
 */
export function openedIn(
  { customer_name: name, personal }: Pick<EventRow, "customer_name" | "personal">,
  event: RecordedEvent,
): ReadonlyMap<string, string> {
  if (event.type === "SaleRecorded") {
    const { customer } = event.data;
    return new Map(customer && name !== null ? [[customer.name, name]] : []);
  }
  const said = columnsIn(personal);
  if (event.type === "CustomerAdded") return opened(Object.entries(event.data), said);
  if (event.type !== "CustomerDetailsChanged") return new Map();
  const after = Object.entries(event.data.changes).map(
    ([field, change]) => [field, change?.to] as const,
  );
  return opened(after, said);
}

export const columnsIn = (personal: string | null): z.infer<typeof Columns> =>
  personal === null ? {} : Columns.parse(JSON.parse(personal));

function opened(
  fields: readonly (readonly [string, unknown])[],
  said: z.infer<typeof Columns>,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [field, sealed] of fields) {
    const text = said[columnOf(field)];
    if (typeof sealed === "string" && typeof text === "string") texts.set(sealed, text);
  }
  return texts;
}

/** firstName -> first_name */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
