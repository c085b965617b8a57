import { useEffect, useRef } from "react";
import { useLocation } from "wouter";

import { DiscardConfirm, useDiscardGuard } from "./discard-guard.tsx";

const back = (): void => history.back();

/**
 * Protects data typed on a page from links, Back, and actions passed to `before`. Dialogs on the
 * page have their own guard.
 */
export function usePageGuard(dirty: boolean) {
  const [, navigate] = useLocation();
  const next = useRef<() => void>(back);
  const guard = useDiscardGuard(dirty, () => {
    const go = next.current;
    next.current = back;
    go();
  });
  const { requestClose } = guard;
  const before = (go: () => void) => {
    next.current = go;
    requestClose();
  };
  const ask = useRef(before);
  useEffect(() => {
    ask.current = before;
  });

  useEffect(() => {
    if (!dirty) return undefined;
    // Runs before the router's listener, which is on the root element.
    const follow = (event: MouseEvent) => {
      const href = linkOf(event);
      if (href === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      ask.current(() => navigate(href));
    };
    window.addEventListener("click", follow, { capture: true });
    return () => window.removeEventListener("click", follow, { capture: true });
  }, [dirty, navigate]);

  const stay = () => {
    next.current = back;
    guard.stay();
  };
  return { ...guard, stay, before };
}

/**
 * The app path that a plain press on a link opens. Undefined if the press does not leave the page,
 * as with a new tab.
 */
function linkOf(event: MouseEvent): string | undefined {
  const { target } = event;
  const link = isPlain(event) && target instanceof Element ? target.closest("a[href]") : undefined;
  if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.download !== "") {
    return undefined;
  }
  const { origin, pathname, search, hash } = new URL(link.href);
  const stays = pathname === location.pathname && search === location.search;
  return origin !== location.origin || stays ? undefined : `${pathname}${search}${hash}`;
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);

export function PageDiscardConfirm({ guard }: { guard: ReturnType<typeof usePageGuard> }) {
  return (
    <DiscardConfirm
      guard={guard}
      words={{
        title: "Discard your changes?",
        question: "Your changes are not saved yet.",
      }}
    />
  );
}
