import { worker } from "#web/app/worker.ts";
import { useStore } from "#web/state/store.ts";

/** A newer version that waits; it is taken when the person says so, and only then. */
export function useUpdate() {
  const waiting = useStore(worker);
  return waiting ? { now: worker.takeOver, later: worker.putOff } : undefined;
}
