import { useEffect, useState, useSyncExternalStore } from "react";

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

/** Scans in their order; none is lost while something lies over the till. */
export function createScanQueue() {
  let codes: readonly string[] = [];
  const listeners = new Set<() => void>();
  const publish = (next: readonly string[]) => {
    codes = next;
    for (const listener of listeners) listener();
  };
  return {
    push: (code: string) => publish([...codes, code]),
    shift(): string | undefined {
      const [first] = codes;
      if (first !== undefined) publish(codes.slice(1));
      return first;
    },
    size: () => codes.length,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
