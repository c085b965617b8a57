import { startTransition, useOptimistic, type ComponentProps, type ReactNode } from "react";

import { Icon } from "#web/ui/icon/icon.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as styles from "./field.css.ts";

type InputProps = Omit<ComponentProps<"input">, "className" | "style" | "type" | "id">;

type SearchBoxProps = Omit<InputProps, "onChange"> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown at the end of the field. */
  after?: ReactNode;
  /** Names the search among others on the page. */
  landmark?: string;
};

// Phones in use are older than the <search> element.
const SEARCH = { role: "search" } as const;

export function SearchBox({ label, onChange, after, landmark, ...input }: SearchBoxProps) {
  return (
    <div {...SEARCH} aria-label={landmark} className={styles.affix}>
      <label>
        <VisuallyHidden>{label}</VisuallyHidden>
        <span className={styles.lead}>
          <Icon name="search" />
        </span>
        <input
          enterKeyHint="search"
          autoComplete="off"
          {...input}
          type="search"
          className={styles.control({ before: "icon", after: after !== undefined })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
      {after !== undefined && <span className={styles.trail}>{after}</span>}
    </div>
  );
}

/**
 * Searches a list that takes time to render: the field follows each key at once, the list as soon
 * as there is time.
 */
export function ListSearchBox({ value, onChange, ...rest }: SearchBoxProps) {
  const [typed, setTyped] = useOptimistic(value);
  const change = (next: string) =>
    startTransition(() => {
      setTyped(next);
      onChange(next);
    });
  return <SearchBox {...rest} landmark={rest.label} value={typed} onChange={change} />;
}
