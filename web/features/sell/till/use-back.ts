import { useEffect, useLayoutEffect, useRef } from "react";

import { guardBack } from "#web/ui/overlay/back-guard.ts";

const MARK = { till: true } as const;

const onMark = (): boolean => {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "till" in state;
};

/**
 * While there is something to lose, Back closes the top sheet or step instead of leaving the page.
 * This adds a history entry for Back to consume. Browsers honour the entry only if it was added
 * during user activity.
 */
export function useBack(guarded: boolean, onBack: () => void): void {
  const latest = useRef({ guarded, onBack });
  useLayoutEffect(() => {
    latest.current = { guarded, onBack };
    if (guarded && !onMark()) history.pushState(MARK, "", location.href);
  });
  useEffect(() => {
    const { href, pathname } = location;
    return guardBack(() => {
      if (latest.current.guarded) {
        history.pushState(MARK, "", href);
        latest.current.onBack();
      } else if (location.pathname === pathname && !onMark()) {
        // Only our own entry was in between: go back once more, to where the user wants to go.
        history.back();
      }
    });
  }, []);
}
