import { useEffect, useState } from "react";

import { nowMs } from "./past.ts";

const EVERY_MS = 30_000;

/** The clock of relative times. */
export function useNow(): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
