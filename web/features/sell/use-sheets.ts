import { useCallback, useState } from "react";

import type { Sheet } from "./stage.ts";

/** Only the top one is shown; closing it shows the one below. */
export function useSheets() {
  const [stack, setStack] = useState<readonly Sheet[]>([]);
  const open = useCallback((sheet: Sheet) => setStack((below) => [...below, sheet]), []);
  const close = useCallback(() => setStack((all) => all.slice(0, -1)), []);
  const closeAll = useCallback(() => setStack([]), []);
  return { top: stack.at(-1), open, close, closeAll };
}
