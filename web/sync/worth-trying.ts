/** Waits; less when the network comes back or the person does. */
export function untilWorthTrying(ms: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = new AbortController();
  const finish = () => {
    clearTimeout(timer);
    done.abort();
    resolve();
  };
  const timer = setTimeout(finish, ms);
  const { signal } = done;
  window.addEventListener("online", finish, { signal });
  document.addEventListener("visibilitychange", () => document.hidden || finish(), { signal });
  stop.addEventListener("abort", finish, { signal });
  return promise;
}
