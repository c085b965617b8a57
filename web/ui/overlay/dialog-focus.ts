import { useRef } from "react";

const FIELD = "input:not([type=hidden]):not([readonly]), select, textarea";

/**
 * With a mouse, the first field gets the focus; with a finger, the dialog, so that no keyboard
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

/** After pending updates, which may remove the focused element. */
export function focusPageIfLost(): void {
  queueMicrotask(() => {
    if (isFocusLost()) focusPage();
  });
}

/** The focused element is gone. */
export const isFocusLost = (): boolean => document.activeElement === document.body;

/** Focuses the panel itself instead of its first button, because it is for reading. */
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
