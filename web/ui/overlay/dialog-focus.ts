import { useRef } from "react";

const FIELD = "input:not([type=hidden]):not([readonly]), select, textarea";

/** A mouse goes to the first field; a finger to the dialog itself, so that no keyboard covers it unasked. */
export function focusFirstField(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  const field = dialog.querySelector<HTMLElement>(FIELD);
  const byTouch = window.matchMedia("(pointer: coarse)").matches;
  (byTouch || field === null ? dialog : field).focus();
}

/**
 * Where the focus was before something lay over the page; afterwards it goes back there. The button that had it
 * may be gone with its row: the page is better than nowhere.
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

/** As soon as what is under way is done: what had the focus may go with it. */
export function focusPageIfLost(): void {
  queueMicrotask(() => {
    if (isFocusLost()) focusPage();
  });
}

/** What had it is gone. */
export const isFocusLost = (): boolean => document.activeElement === document.body;

/** Not its first button: a panel is there to be read. */
export function focusItself(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  event.currentTarget.focus();
}

export function focusPage(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** Escape in an open list closes the list; the next one closes the dialog. */
export function leaveOpenLists(event: KeyboardEvent): void {
  const { target } = event;
  if (target instanceof Element && target.getAttribute("aria-expanded") === "true") {
    event.preventDefault();
  }
}
