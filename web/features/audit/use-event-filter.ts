import { useSearchParams } from "wouter";

import { FILTER_NAMES, filterOf } from "./event-filter.ts";
import type { EventFilter } from "./event-filter.ts";

/** What is looked for, kept in the address so that Back, a reload and a link find it again. */
export function useEventFilter() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const change = (changes: EventFilter) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === "") next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const clear = () => change(Object.fromEntries(FILTER_NAMES.map((name) => [name, ""])));
  return { filter, narrowed: Object.keys(filter).length > 0, change, clear };
}

export type EventFilterState = ReturnType<typeof useEventFilter>;
