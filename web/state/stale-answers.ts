import { createStore } from "./store.ts";

/**
 * Remembers that the server answered with data older than its latest event. The next live update then reads again;
 * if that update came before the answer, or with no listener, the listener of `onNote` asks again by itself.
 */
function createStaleAnswers() {
  const store = createStore(false);
  return {
    note: (): void => store.set(true),
    onNote: (listener: () => void) =>
      store.subscribe(() => {
        if (store.get()) listener();
      }),
    /** Whether there was one since the last call. */
    take: (): boolean => {
      const was = store.get();
      store.set(false);
      return was;
    },
  };
}

export const staleAnswers = createStaleAnswers();
