import { useEffect } from "react";

/** The screen stays on while one sells, where the device lets it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let gone = false;
    const hold = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      lock = await navigator.wakeLock.request("screen");
      if (gone) await lock.release();
    };
    // Refused where the battery is low: then it goes dark as it would anyway.
    const tryHold = () => void hold().catch(() => undefined);
    tryHold();
    // A hidden page loses it.
    document.addEventListener("visibilitychange", tryHold);
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", tryHold);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
