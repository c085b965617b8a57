import { useCallback, useEffect, useState } from "react";

const SHOWN_MS = 5_000;

export type Snack = Readonly<{ text: string; undo: boolean }>;

/** One short word over the foot of the till, for five seconds. */
export function useSnack() {
  const [snack, setSnack] = useState<Snack>();
  useEffect(() => {
    if (snack === undefined) return undefined;
    const timer = setTimeout(() => setSnack(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [snack]);
  const say = useCallback((text: string, undo = false) => setSnack({ text, undo }), []);
  const hide = useCallback(() => setSnack(undefined), []);
  return { snack, say, hide };
}
