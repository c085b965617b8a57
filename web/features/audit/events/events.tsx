import { eventsQuery } from "#web/features/audit/audit-queries.ts";
import * as styles from "#web/features/audit/audit.css.ts";
import { KeysetList } from "#web/features/audit/keyset-list.tsx";
import { useKeyset } from "#web/features/audit/keyset.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/feedback/state.tsx";

import { useEventFilter } from "./event-filter.ts";
import { EventFilters } from "./event-filters.tsx";
import { EventTable } from "./event-table.tsx";

type EventsProps = { onOpen: (seq: number) => void };

/** All events, newest first. */
export function Events({ onOpen }: EventsProps) {
  const state = useEventFilter();
  const list = useKeyset(eventsQuery(state.filter), "Failed to load the events");
  return (
    <div className={styles.stack}>
      <EventFilters state={state} />
      <KeysetList
        list={list}
        waiting={<SkeletonRows rows={10} kind="table" label="Loading events..." />}
        none={
          <EmptyState
            icon="search"
            title="No events found"
            hint={state.narrowed ? "No activity matches these filters." : "No activity yet."}
          />
        }
      >
        {(events) => <EventTable events={events} onOpen={onOpen} />}
      </KeysetList>
    </div>
  );
}
