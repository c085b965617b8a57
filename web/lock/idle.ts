import { useEffect } from "react";

/** A till that no one touched for so long is locked. */
const IDLE_MS = 2 * 60_000;
const CHECK_EVERY_MS = 1_000;
const NOTED_EVERY_MS = 5_000;

const storedAs = (shop: string): string => `till-touched:${shop}`;

/** When the till was touched last, in any tab. In local storage, so that a closed page counts too. */
function lastTouchMs(shop: string): number {
  try {
    return Number(localStorage.getItem(storedAs(shop)) ?? 0);
  } catch {
    return 0;
  }
}

/** Also called when the till is unlocked: the time before that does not count. */
export function noteTouch(shop: string, atMs = Date.now()): void {
  try {
    localStorage.setItem(storedAs(shop), String(atMs));
  } catch {
    // Storage is full or blocked: this tab goes by its own touches.
  }
}

const isLongAgo = (atMs: number): boolean => {
  const agoMs = Date.now() - atMs;
  // A time to come means that the clock was set back.
  return agoMs >= IDLE_MS || agoMs < -IDLE_MS;
};

/** The page was closed, and no one has touched the till since. */
export const wasLeft = (shop: string): boolean => isLongAgo(lastTouchMs(shop));

/** Calls `onIdle` two minutes after the last touch or key. A phone that slept is checked when it wakes. */
export function useIdle(shop: string, isOn: boolean, onIdle: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    let touchedMs = Date.now();
    noteTouch(shop, touchedMs);
    const touch = () => {
      const now = Date.now();
      if (now - lastTouchMs(shop) > NOTED_EVERY_MS) noteTouch(shop, now);
      touchedMs = now;
    };
    const check = () => {
      if (isLongAgo(touchedMs) && isLongAgo(lastTouchMs(shop))) onIdle();
    };
    const timer = setInterval(check, CHECK_EVERY_MS);
    document.addEventListener("visibilitychange", check);
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, touch, true);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
      for (const kind of ["pointerdown", "keydown"]) {
        document.removeEventListener(kind, touch, true);
      }
    };
  }, [shop, isOn, onIdle]);
}
