import { useEffect, useState, useSyncExternalStore } from "react";

import { createScanQueue } from "./scan-queue.ts";

/** One after the other, as soon as there is nothing in the way. */
export function useScanQueue(ready: boolean, take: (code: string) => void) {
  const [queue] = useState(createScanQueue);
  const waiting = useSyncExternalStore(queue.subscribe, queue.size);
  useEffect(() => {
    if (!ready || waiting === 0) return;
    const code = queue.shift();
    if (code !== undefined) take(code);
  }, [queue, ready, waiting, take]);
  return { waiting, scan: queue.push };
}
