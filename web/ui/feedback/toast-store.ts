import { createStore } from "#web/state/store.ts";

type Countdown = {
  timer: ReturnType<typeof setTimeout> | undefined;
  leftMs: number;
  sinceMs: number;
};

/** One countdown per id. All of them pause together and continue with the remaining time. */
function createCountdowns(onEnd: (id: number) => void) {
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

export type ToastType = "success" | "error" | "blank" | "loading";
export type Toast = Readonly<{ id: number; type: ToastType; text: string }>;

export const TOAST_LIMIT = 20;

/** A loading toast stays until a toast with the same id replaces it. */
const TOAST_MS: Record<ToastType, number> = {
  error: 4_000,
  blank: 4_000,
  success: 2_000,
  loading: Number.POSITIVE_INFINITY,
};

/** Newest first, at most 20; the oldest is removed. Countdowns can be paused. */
export function createToastStore() {
  const store = createStore<readonly Toast[]>([]);
  let lastId = 0;
  const dismiss = (id: number) => {
    countdowns.stop(id);
    store.set(store.get().filter((toast) => toast.id !== id));
    // The toast under the pointer is gone, so no pointer event will end the pause.
    if (store.get().length === 0) countdowns.resume();
  };
  const countdowns = createCountdowns(dismiss);

  const show = (type: ToastType, text: string, id = (lastId += 1)): number => {
    countdowns.stop(id);
    const all = [{ id, type, text }, ...store.get().filter((toast) => toast.id !== id)];
    for (const evicted of all.slice(TOAST_LIMIT)) countdowns.stop(evicted.id);
    countdowns.start(id, TOAST_MS[type]);
    store.set(all.slice(0, TOAST_LIMIT));
    return id;
  };
  const { pause, resume } = countdowns;
  const { get, subscribe } = store;
  return { show, dismiss, pause, resume, get, subscribe };
}

export const toasts = createToastStore();
