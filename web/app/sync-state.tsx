import { useIsMutating } from "@tanstack/react-query";

import { keys } from "#web/api/keys.ts";
import { useUnsentSales } from "#web/api/use-sale-outbox.ts";

import type { Line } from "./line.ts";
import * as styles from "./topbar.css.ts";

/** What was not saved is still open in its dialog, and says so there; a sale without an answer is being sent again. */
export function SyncState({ line }: { line: Line }) {
  const saving = useIsMutating({ predicate: ({ options }) => options.mutationKey !== BELL }) > 0;
  const { waiting, refused } = useUnsentSales();
  const unsent = waiting.length + refused.length;
  if (line === "offline") return <span className={styles.offline}>Offline</span>;
  if (line === "down") return <span className={styles.offline}>No connection</span>;
  if (unsent > 0) return <span className={styles.offline}>{unsentText(unsent)}</span>;
  return (
    <span className={styles.sync}>
      <span className={styles.dot} />
      {saving ? "Saving…" : "All sales saved"}
    </span>
  );
}

const unsentText = (count: number): string =>
  count === 1 ? "1 sale without an answer" : `${count} sales without an answer`;

const BELL = keys.notifications.change;
