import type { EventType, RecordedEvent, TillbookEvent } from "#kernel/contract/events/catalogue.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";

import type { HANDLED_BY } from "./handled-by.ts";
import type { Open, RowChange, Table } from "./table.ts";

/** One projection feeds one table. `changes` is pure and reads nothing: what a row needs, the event carries. */
export type Projection<Name extends string = string> = Readonly<{
  name: Name;
  table: Table;
  /** All others leave it as it is. */
  types: ReadonlySet<string>;
  changes: (event: RecordedEvent, open: Open) => readonly RowChange[];
}>;

type HandledBy = typeof HANDLED_BY;
type ProjectionName = HandledBy[EventType][number];

/** The types that the table names for a projection. */
type HandledTypes<Name extends ProjectionName> = {
  [Type in EventType]: Name extends HandledBy[Type][number] ? Type : never;
}[EventType];

type EventOf<Type extends EventType> = Recorded<Extract<TillbookEvent, { type: Type }>>;

/** Written as a method: the map of all handlers then takes that of one type. */
interface Handler<Event extends RecordedEvent> {
  changes(event: Event, open: Open): readonly RowChange[];
}

type Handlers<Name extends ProjectionName> = {
  readonly [Type in HandledTypes<Name>]: Handler<EventOf<Type>>["changes"];
};

/** Exactly the handlers that `HANDLED_BY` asks of this projection, no more and no less. */
export function defineProjection<Name extends ProjectionName>(
  name: Name,
  table: Table,
  handlers: Handlers<Name>,
): Projection<Name> {
  const byType = new Map<string, Handler<RecordedEvent>["changes"]>(Object.entries(handlers));
  return {
    name,
    table,
    types: new Set(byType.keys()),
    changes: (event, open) => byType.get(event.type)?.(event, open) ?? [],
  };
}

/** The platform's log repeats what happens to shops; there it is not about the tenant whose log it is. */
export const isAboutItself = ({
  tenantId,
  data,
}: Readonly<{ tenantId: string; data: Readonly<{ tenantId: string }> }>): boolean =>
  tenantId === data.tenantId;

export const isOfPlatform = ({ tenantId }: Readonly<{ tenantId: string }>): boolean =>
  tenantId === PLATFORM_TENANT_ID;
