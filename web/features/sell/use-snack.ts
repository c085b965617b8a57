import { useCallback, useEffect, useState } from "react";

import type { Cart } from "./cart.ts";

const SHOWN_MS = 5_000;

/** `before`: the cart as it was before what is said, where that can be undone. */
export type Snack = Readonly<{ text: string; before?: Cart }>;

/** One short word over the foot of the till, for five seconds. */
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
