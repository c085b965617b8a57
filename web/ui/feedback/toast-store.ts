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
    const timer = paused ? undefined : setTimeout(() => onEnd(id), leftMs);
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
export type ToastAction = Readonly<{ label: string; press: () => void }>;
export type Toast = Readonly<{
  id: number;
  type: ToastType;
  text: string;
  action: ToastAction | undefined;
}>;

export const TOAST_LIMIT = 20;

/** The longest that a timer can be, 24 days. */
const LONGEST_MS = 2_147_483_647;

/** A loading toast stays until a toast with the same id replaces it. */
const TOAST_MS: Record<ToastType, number> = {
  error: 4_000,
  blank: 4_000,
  success: 2_000,
  loading: LONGEST_MS,
};

/** With an action it stays long enough to be read and reached, also with the keyboard. */
const ACTION_MS = 10_000;

/** Newest first, at most 20; the oldest is removed. Countdowns can be paused. */
export function createToastStore() {
  const { get, set, subscribe } = createStore<readonly Toast[]>([]);
  let lastId = 0;
  const dismiss = (id: number) => {
    stop(id);
    set(get().filter((toast) => toast.id !== id));
    // The toast under the pointer is gone, so no pointer event will end the pause.
    if (get().length === 0) resume();
  };
  const { start, stop, pause, resume } = createCountdowns(dismiss);

  const show = (
    type: ToastType,
    text: string,
    id = (lastId += 1),
    action?: ToastAction,
  ): number => {
    stop(id);
    const all = [{ id, type, text, action }, ...get().filter((toast) => toast.id !== id)];
    for (const evicted of all.slice(TOAST_LIMIT)) stop(evicted.id);
    start(id, action ? ACTION_MS : TOAST_MS[type]);
    set(all.slice(0, TOAST_LIMIT));
    return id;
  };
  return { show, dismiss, pause, resume, get, subscribe };
}

export const toasts = createToastStore();
