import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { RowChange, Table } from "./table.ts";

declare const opened: unique symbol;
/** A sealed text in clear. A column of this type refuses a text that is still sealed. */
export type Opened = string & { readonly [opened]: true };

/** Null where there is nothing, and where the person was erased. */
export type Open = (sealed: Sealed | null | undefined) => Opened | null;

/**
 * One projection feeds one table. `changes` is pure and reads nothing: what a row needs, the event carries.
 * It names every event type, those it ignores too, so that a new event forces a decision here.
 */
export type Projection = Readonly<{
  name: string;
  table: Table;
  changes: (event: RecordedEvent, open: Open) => readonly RowChange[];
}>;
