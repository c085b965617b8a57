import { useSyncExternalStore } from "react";

import { worker } from "#web/app/worker.ts";

/** A newer version that waits; it is taken when the person says so, and only then. */
export function useUpdate() {
  const waiting = useSyncExternalStore(worker.subscribe, worker.snapshot);
  return waiting ? { now: worker.takeOver, later: worker.putOff } : undefined;
}
