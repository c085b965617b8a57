import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./charge.css.ts";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0"];

export function NumberPad({ onKey }: { onKey: (key: string) => void }) {
  return (
    <fieldset className={styles.pad} aria-label="Amount received">
      {KEYS.map((key) => (
        <button key={key} type="button" className={styles.padKey} onClick={() => onKey(key)}>
          {key}
        </button>
      ))}
      <button
        type="button"
        className={styles.padKey}
        aria-label="Delete"
        onClick={() => onKey("back")}
      >
        <Icon name="backspace" />
      </button>
    </fieldset>
  );
}
