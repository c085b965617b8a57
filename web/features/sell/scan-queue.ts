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
