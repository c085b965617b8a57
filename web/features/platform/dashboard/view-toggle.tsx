import { IconButton } from "#web/ui/button.tsx";

import * as styles from "./tenant-tiles.css.ts";

type View = "grid" | "list";
type ViewToggleProps = { view: View; onView: (view: View) => void };

export function ViewToggle({ view, onView }: ViewToggleProps) {
  return (
    <fieldset className={styles.toggle} aria-label="View">
      {(["grid", "list"] as const).map((one) => (
        <IconButton
          key={one}
          icon={one}
          label={one === "grid" ? "Grid" : "List"}
          aria-pressed={view === one}
          onClick={() => onView(one)}
        />
      ))}
    </fieldset>
  );
}
