import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** False is certain; true only means that some network is connected. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
