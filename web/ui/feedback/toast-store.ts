import { createCountdowns } from "./countdowns.ts";

export type ToastType = "success" | "error" | "blank" | "loading";
export type Toast = Readonly<{ id: number; type: ToastType; text: string }>;

export const TOAST_LIMIT = 20;

/** A loading toast stays until another of its id takes its place. */
const TOAST_MS: Record<ToastType, number> = {
  error: 4_000,
  blank: 4_000,
  success: 2_000,
  loading: Number.POSITIVE_INFINITY,
};

/** Newest first, at most 20: the oldest makes room. Time stands still while paused. */
export function createToastStore() {
  let shown: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();

  const publish = (next: readonly Toast[]) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  const dismiss = (id: number) => {
    countdowns.stop(id);
    publish(shown.filter((toast) => toast.id !== id));
    // What was under the pointer is gone, and nothing will tell that the pointer left it.
    if (shown.length === 0) countdowns.resume();
  };
  const countdowns = createCountdowns(dismiss);

  const show = (type: ToastType, text: string, id = (lastId += 1)): number => {
    countdowns.stop(id);
    const all = [{ id, type, text }, ...shown.filter((toast) => toast.id !== id)];
    for (const evicted of all.slice(TOAST_LIMIT)) countdowns.stop(evicted.id);
    countdowns.start(id, TOAST_MS[type]);
    publish(all.slice(0, TOAST_LIMIT));
    return id;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const { pause, resume } = countdowns;
  return { show, dismiss, pause, resume, subscribe, snapshot: () => shown };
}

export const toasts = createToastStore();
