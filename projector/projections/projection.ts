import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";

import type { Open } from "./opened.ts";
import type { RowChange, Table } from "./table.ts";

/**
 * One projection feeds one table. `changes` is pure and reads nothing: what a row needs, the event carries.
 * It names every event type, those it ignores too, so that a new event forces a decision here.
 */
export type Projection = Readonly<{
  name: string;
  table: Table;
  changes: (event: RecordedEvent, open: Open) => readonly RowChange[];
}>;
