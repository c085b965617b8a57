import { useIsMutating } from "@tanstack/react-query";

import * as styles from "./topbar.css.ts";
import { useOnline } from "./use-online.ts";

/** Nothing is queued in the browser: what was not saved is still open in its dialog, and says so there. */
export function SyncState() {
  const online = useOnline();
  const saving = useIsMutating() > 0;
  if (!online) return <span className={styles.offline}>Offline</span>;
  return (
    <span className={styles.sync}>
      <span className={styles.dot} />
      {saving ? "Saving…" : "All sales saved"}
    </span>
  );
}
