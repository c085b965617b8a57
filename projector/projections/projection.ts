import type { ProjectedEventType } from "#kernel/contract/event-types.ts";
import type { AppliedEvent, TillbookEvent } from "#kernel/contract/events/catalogue.ts";
import type { Applied } from "#kernel/contract/events/recorded.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";

import type { HANDLED_BY } from "./handled-by.ts";
import type { Open, RowChange, Table } from "./table.ts";

/** One projection feeds one table. `changes` is pure and reads nothing: the event carries all that a row needs. */
export type Projection<Name extends string = string> = Readonly<{
  name: Name;
  table: Table;
  /** Other event types are ignored. */
  types: ReadonlySet<string>;
  changes: (event: AppliedEvent, open: Open) => readonly RowChange[];
}>;

type HandledBy = typeof HANDLED_BY;
export type ProjectionName = HandledBy[ProjectedEventType][number];

/** The event types that `HANDLED_BY` assigns to a projection. */
type HandledTypes<Name extends ProjectionName> = {
  [Type in ProjectedEventType]: Name extends HandledBy[Type][number] ? Type : never;
}[ProjectedEventType];

type EventOf<Type extends ProjectedEventType> = Applied<Extract<TillbookEvent, { type: Type }>>;

/** Declared as a method, whose parameters are bivariant: one map can hold the handlers of all event types. */
interface Handler<Event extends AppliedEvent> {
  changes(event: Event, open: Open): readonly RowChange[];
}

type Handlers<Name extends ProjectionName> = {
  readonly [Type in HandledTypes<Name>]: Handler<EventOf<Type>>["changes"];
};

/** Requires exactly the handlers that `HANDLED_BY` assigns to this projection. */
export function defineProjection<Name extends ProjectionName>(
  name: Name,
  table: Table,
  handlers: Handlers<Name>,
): Projection<Name> {
  const byType = new Map<string, Handler<AppliedEvent>["changes"]>(Object.entries(handlers));
  return {
    name,
    table,
    types: new Set(byType.keys()),
    changes: (event, open) => byType.get(event.type)?.(event, open) ?? [],
  };
}

/** The platform's log repeats events about tenants. There, the tenant in the data is not the owner of the log. */
export const isAboutOwnTenant = ({
  tenantId,
  data,
}: Readonly<{ tenantId: string; data: Readonly<{ tenantId: string }> }>): boolean =>
  tenantId === data.tenantId;

export const isInPlatformLog = ({ tenantId }: Readonly<{ tenantId: string }>): boolean =>
  tenantId === PLATFORM_TENANT_ID;
