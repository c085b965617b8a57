import { useSell } from "./sell-context.ts";
import * as styles from "./sell.css.ts";

export function SnackBar() {
  const { snacks, sheets, undo, undoesSnack } = useSell();
  const { snack } = snacks;
  // Under a sheet nobody could press it; the cart has its own.
  if (snack === undefined || sheets.top !== undefined) return undefined;
  return (
    <output className={styles.snack}>
      <span className={styles.snackText}>{snack.text}</span>
      {undoesSnack && (
        <button type="button" className={styles.snackUndo} onClick={undo}>
          Undo
        </button>
      )}
    </output>
  );
}
