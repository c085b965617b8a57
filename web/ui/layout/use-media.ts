import { useCallback, useSyncExternalStore } from "react";

import { TABLE } from "#web/theme/media.ts";

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** On a phone lists are appended to, so their page is the last one that is shown. */
export const useGrows = (): boolean => !useMedia(TABLE);
