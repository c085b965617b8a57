import { useCallback, useState } from "react";

import type { Sheet } from "./stage.ts";

/**
 * Only the top one is shown; closing it shows the one below. `stands` says whether what a sheet is about is still
 * there: one that shows nothing must not hold up what waits for it to close.
 */
export function useSheets(stands: (sheet: Sheet) => boolean) {
  const [stack, setStack] = useState<readonly Sheet[]>([]);
  const top = stack.findLast(stands);
  const open = useCallback((sheet: Sheet) => setStack((below) => [...below, sheet]), []);
  const close = () =>
    setStack((all) =>
      top !== undefined && all.includes(top) ? all.slice(0, all.indexOf(top)) : all,
    );
  const closeAll = useCallback(() => setStack([]), []);
  return { top, open, close, closeAll };
}
