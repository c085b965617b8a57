import { useEffect, useLayoutEffect, useRef } from "react";

import { guardBack } from "#web/ui/overlay/back-guard.ts";

const MARK = { till: true } as const;

const onMark = (): boolean => {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "till" in state;
};

/**
 * While there is something to lose, Back belongs to the till: it closes what lies on top, and does not leave.
 * It steps back over an entry of our own, made while a finger is on the page, so that browsers honour it.
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
        // Our own entry was all that lay between: go where the press was meant to go.
        history.back();
      }
    });
  }, []);
}
