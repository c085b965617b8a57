const APART_MS = 1_000;

/**
 * Takes one press a second, by the time at which the finger came down: a press that waited for a frozen page
 * counts from when it was made.
 */
export function createPressGuard() {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (pressedMs: number): boolean => {
    if (pressedMs - lastMs < APART_MS) return false;
    lastMs = pressedMs;
    return true;
  };
}
