import { afterEach, beforeEach, vi } from "vitest";

type OnSeen = (entries: readonly Readonly<{ isIntersecting: boolean }>[]) => void;

/** Replaces the observer of the browser: a place is seen when the test says so, or at once. */
export function placesEachTest(isSeenAtOnce = false) {
  const places = new Map<Element, () => void>();
  class Observer {
    readonly onSeen: OnSeen;
    constructor(onSeen: OnSeen) {
      this.onSeen = onSeen;
    }
    observe(place: Element): void {
      const see = () => this.onSeen([{ isIntersecting: true }]);
      places.set(place, see);
      if (isSeenAtOnce) see();
    }
    disconnect(): void {
      // Places stay known, so that a test can count them.
    }
  }
  beforeEach(() => {
    places.clear();
    vi.stubGlobal("IntersectionObserver", Observer);
  });
  afterEach(() => vi.unstubAllGlobals());
  return {
    count: () => places.size,
    see: (within: Element): void => {
      for (const [place, see] of places) if (within.contains(place)) see();
    },
  };
}
