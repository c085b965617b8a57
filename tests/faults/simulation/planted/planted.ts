import type pg from "pg";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import type { EventPublisher } from "#kernel/node/kafka/event-bus.ts";
import type { Projection } from "#projector/projections/projection.ts";
import type { ProjectorOptions } from "#projector/projector.ts";
import type { Running } from "#tests/faults/simulation/slot.ts";

export type ProjectorProcess = Running & Readonly<{ start: () => void }>;

/**
 * A fault in the product, put in from outside: by a wrapped part, by another part in its place, or
 * by SQL on the run's own database. The checks must find it.
 */
export type Planted = Readonly<{
  name: string;
  /** Before the run, as the database's superuser. */
  sql?: readonly string[];
  /** Once during the run. */
  during?: (admin: pg.Pool) => Promise<void>;
  publisher?: (publisher: EventPublisher) => EventPublisher;
  store?: (store: EventStore) => EventStore;
  projector?: (options: ProjectorOptions) => ProjectorProcess;
  projections?: readonly Projection[];
  /** The reader does not wait for the projector and marks nothing as old. */
  answersAtOnce?: boolean;
}>;

/**
 * Replaces a part of one function's text. Throws if the text is not there, so that a planted fault
 * is never missing.
 */
export const changedFunction = (name: string, from: string, to: string): string => `
  do $change$
  declare
    was text := pg_get_functiondef('${name}'::regproc);
  begin
    if position($part$${from}$part$ in was) = 0 then
      raise exception 'the function ${name} has no such text';
    end if;
    execute replace(was, $part$${from}$part$, $part$${to}$part$);
  end $change$`;
