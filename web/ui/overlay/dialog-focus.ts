import { useRef } from "react";

const FIELD = "input:not([type=hidden]):not([readonly]), select, textarea";

/**
 * Focuses the first field. On touch screens it focuses the dialog, so that no on-screen keyboard
 * covers it.
 */
export function focusFirstField(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  const field = dialog.querySelector<HTMLElement>(FIELD);
  const byTouch = window.matchMedia("(pointer: coarse)").matches;
  (byTouch || field === null ? dialog : field).focus();
}

/**
 * Remembers the focus before an overlay opens and restores it afterwards. If that element is gone,
 * the page gets the focus.
 */
export function useFocusReturn() {
  const before = useRef<Element>(null);
  const remember = () => {
    before.current = document.activeElement;
  };
  const giveBack = (event: Event) => {
    event.preventDefault();
    if (isFocusLost() && before.current instanceof HTMLElement) {
      before.current.focus({ preventScroll: true });
    }
    focusPageIfLost();
  };
  return { remember, giveBack };
}

/** Runs after pending updates, which may remove the focused element. */
export function focusPageIfLost(): void {
  queueMicrotask(() => {
    if (isFocusLost()) focusPage();
  });
}

/** True if the focused element was removed. */
export const isFocusLost = (): boolean => document.activeElement === document.body;

/** For panels to read: focuses the panel itself instead of its first button. */
export function focusItself(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  event.currentTarget.focus();
}

export function focusPage(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** Escape closes an open list first, then the dialog. */
export function leaveOpenLists(event: KeyboardEvent): void {
  const { target } = event;
  if (target instanceof Element && target.getAttribute("aria-expanded") === "true") {
    event.preventDefault();
  }
}
