import { useEffect, useState } from "react";

const SLOW_MS = 8_000;

/** True after eight seconds, when it is time to say that loading continues. */
export function useSlow(underWay: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!underWay) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [underWay]);
  return slow;
}

export const STILL_LOADING = "Still loading…";
