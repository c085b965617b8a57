type Countdown = {
  timer: ReturnType<typeof setTimeout> | undefined;
  leftMs: number;
  sinceMs: number;
};

/** One countdown per id; all of them stand still while paused and go on with what was left. */
export function createCountdowns(onEnd: (id: number) => void) {
  const running = new Map<number, Countdown>();
  let paused = false;

  const start = (id: number, leftMs: number) => {
    const ends = !paused && Number.isFinite(leftMs);
    const timer = ends ? setTimeout(() => onEnd(id), leftMs) : undefined;
    running.set(id, { timer, leftMs, sinceMs: Date.now() });
  };
  const stop = (id: number) => {
    clearTimeout(running.get(id)?.timer);
    running.delete(id);
  };
  const pause = () => {
    if (paused) return;
    paused = true;
    for (const countdown of running.values()) {
      clearTimeout(countdown.timer);
      countdown.leftMs -= Date.now() - countdown.sinceMs;
    }
  };
  const resume = () => {
    if (!paused) return;
    paused = false;
    for (const [id, countdown] of running) start(id, countdown.leftMs);
  };
  return { start, stop, pause, resume };
}
