import { createStore, useStore } from "./store.ts";

/** A page that can load neither its code nor its data does not report itself. */
const LATEST_MS = 10_000;

const shown = createStore(false);

const report = (): void => {
  if (!shown.get()) shown.set(true);
};

/**
 * Whether the first screen shows its data. Whatever that screen can do without is requested only
 * then, because on a slow line each request delays the others.
 */
export const firstScreen = {
  report,
  isShown: shown.get,
  /** Starts the clock for pages that do not report themselves. */
  start: (): void => void setTimeout(report, LATEST_MS),
  /** Calls `next` once, when the screen is shown. */
  whenShown: (next: () => void): void => {
    if (shown.get()) {
      next();
      return;
    }
    const stop = shown.subscribe(() => {
      stop();
      next();
    });
  },
  /** For tests, which all run in one page. */
  reset: (): void => shown.set(false),
};

export const useFirstScreen = (): boolean => useStore(shown);
