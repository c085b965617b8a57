import { lazy, Suspense, useState } from "react";

import * as styles from "#web/features/audit/audit.css.ts";
import { TYPE_GROUPS, typeText } from "#web/features/audit/event-words.ts";
import { PersonSelect } from "#web/features/audit/person-select.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ToolSelect } from "#web/ui/form/select-field.tsx";

import { ABOUT, type EventFilterState } from "./event-filter.ts";

// Lazy, because the search loads products, customers and sales.
const AboutPicker = lazy(async () => ({
  default: (await import("./about-picker.tsx")).AboutPicker,
}));
const AboutChosen = lazy(async () => ({
  default: (await import("./about-chosen.tsx")).AboutChosen,
}));

const RangeFilter = lazy(async () => ({
  default: (await import("./range-filter.tsx")).RangeFilter,
}));

/** Filters of the event list, combined with AND. */
export function EventFilters({ state }: { state: EventFilterState }) {
  const { filter, narrowed, change, clear } = state;
  const [cleared, setCleared] = useState(0);
  return (
    <div className={styles.filters}>
      <div className={styles.choices}>
        <div className={styles.search}>
          <Suspense>
            <AboutPicker
              onPick={(about, id) => change({ product: "", customer: "", sale: "", [about]: id })}
            />
          </Suspense>
        </div>
        <TypeSelect chosen={filter.type} onChoose={(type) => change({ type })} />
        <PersonSelect chosen={filter.person} onChoose={(person) => change({ person })} />
      </div>
      {ABOUT.some((about) => filter[about] !== undefined) && (
        <Suspense>
          <AboutChosen filter={filter} onLeave={(about) => change({ [about]: "" })} />
        </Suspense>
      )}
      <div className={styles.rangeRoom}>
        <Suspense>
          <RangeFilter key={cleared} filter={filter} onShow={change} />
        </Suspense>
      </div>
      {narrowed && (
        <Button
          tone="ghost"
          scale="compact"
          icon="close"
          onClick={() => {
            clear();
            setCleared(cleared + 1);
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

type TypeSelectProps = { chosen: string | undefined; onChoose: (type: string) => void };

function TypeSelect({ chosen, onChoose }: TypeSelectProps) {
  return (
    <ToolSelect
      label="Type"
      value={chosen ?? ""}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">All types</option>
      {TYPE_GROUPS.map(({ label, types }) => (
        <optgroup key={label} label={label}>
          {types.map((type) => (
            <option key={type} value={type}>
              {typeText(type)}
            </option>
          ))}
        </optgroup>
      ))}
    </ToolSelect>
  );
}
