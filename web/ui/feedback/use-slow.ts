import { useEffect, useState } from "react";

const SLOW_MS = 8_000;

/** True once something has been under way for eight seconds: time to say that it still is. */
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
