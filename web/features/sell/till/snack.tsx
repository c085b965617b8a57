import { useCallback, useEffect, useState } from "react";

import type { Cart } from "#web/state/cart.ts";

import * as styles from "./sell.css.ts";
import { useSell } from "./use-selling.ts";

const SHOWN_MS = 5_000;

/** `before` is the cart to restore if the change can be undone. */
export type Snack = Readonly<{ text: string; before?: Cart }>;

/** A short message above the bottom bar, shown for five seconds. */
export function useSnack() {
  const [snack, setSnack] = useState<Snack>();
  useEffect(() => {
    if (snack === undefined) return undefined;
    const timer = setTimeout(() => setSnack(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [snack]);
  const say = useCallback(
    (text: string, before?: Cart) => setSnack(before === undefined ? { text } : { text, before }),
    [],
  );
  const hide = useCallback(() => setSnack(undefined), []);
  return { snack, say, hide };
}

export function SnackBar() {
  const { snacks, sheets, undo, canUndoSnack } = useSell();
  const { snack } = snacks;
  // A sheet would cover it; the cart shows the message itself.
  if (snack === undefined || sheets.top !== undefined) return undefined;
  return (
    <output className={styles.snack}>
      <span className={styles.snackText}>{snack.text}</span>
      {canUndoSnack && (
        <button type="button" className={styles.snackUndo} onClick={undo}>
          Undo
        </button>
      )}
    </output>
  );
}
