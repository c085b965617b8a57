/** Longer than a cheap phone takes to draw a receipt. */
const UNSEEN_MS = 300;

/** Once what has changed is on the screen. A hidden page draws nothing, so there it is after 300 ms. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) work();
    isDone = true;
  };
  setTimeout(once, UNSEEN_MS);
  requestAnimationFrame(() => setTimeout(once));
}
