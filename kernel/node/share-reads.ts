export type ShareRead<Result> = (key: string, read: () => Promise<Result>) => Promise<Result>;

/**
 * Reads the same thing once for all callers who ask for it together. A caller who asks while a read
 * is under way waits for the next one, because the one under way may not see what happened just
 * before. So each gets what was true after they asked, and however many ask, each waits for two reads
 * at most.
 */
export function createSharedReads<Result>(): ShareRead<Result> {
  const running = new Map<string, Promise<Result>>();
  const next = new Map<string, Promise<Result>>();

  function start(key: string, read: () => Promise<Result>): Promise<Result> {
    const started = read();
    running.set(key, started);
    const end = (): void => {
      if (running.get(key) === started) running.delete(key);
    };
    started.then(end, end);
    return started;
  }

  return (key, read) => {
    const [before, waiting] = [running.get(key), next.get(key)];
    if (waiting) return waiting;
    if (!before) return start(key, read);
    const startNext = (): Promise<Result> => {
      next.delete(key);
      return start(key, read);
    };
    // A read that failed says nothing about the next one.
    const following = before.then(startNext, startNext);
    next.set(key, following);
    return following;
  };
}
