/**
 * An answer said that something newer is written and not yet in it: the next news brings it. Where the news came
 * before the answer, or before anybody listened, who listens to the notes asks again.
 */
function createBehind() {
  let isBehind = false;
  const listeners = new Set<() => void>();
  return {
    note: (): void => {
      isBehind = true;
      for (const listener of listeners) listener();
    },
    onNote: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Whether one was, since it was last asked. */
    take: (): boolean => {
      const was = isBehind;
      isBehind = false;
      return was;
    },
  };
}

export const behind = createBehind();
