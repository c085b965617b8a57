import * as styles from "./field.css.ts";
import { Icon } from "./icon.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

type SearchBoxProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
};

// As a role: the <search> element is younger than many a phone in a shop.
const SEARCH = { role: "search" } as const;

export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  return (
    <div {...SEARCH}>
      <label className={styles.affix}>
        <VisuallyHidden>{label}</VisuallyHidden>
        <span className={styles.lead}>
          <Icon name="search" />
        </span>
        <input
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          className={styles.control({ before: "icon" })}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}
