import { useEffect, useLayoutEffect, useRef } from "react";

import { isTypedInto } from "#web/features/sell/scan/use-scans.ts";

import type { SellState } from "./use-selling.ts";

/** Elements that handle Enter themselves. */
const ANSWERS = "button, a, select, textarea, input:not([type=search]):not([type=radio])";

const answersItself = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(ANSWERS) !== null;

const typesText = ({ target }: KeyboardEvent): boolean =>
  isTypedInto(target) && target.value !== "";

type Keys = Record<string, (event: KeyboardEvent) => void>;

/** Shortcuts of the whole screen. They are off while a sheet is open. */
function keysOf(selling: SellState): Keys {
  const { stage, sheets, cart, remove, undo, charge, park } = selling;
  const at = stage.at;
  const newest = cart.lines[0];
  const enter: Record<typeof at, (event: KeyboardEvent) => void> = {
    selling: charge,
    charging: (event) => selling.chargeKeys.current?.confirm(event.timeStamp),
    paid: (event) => selling.sellNext(event.timeStamp),
  };
  const escape = { selling: () => undefined, charging: selling.backToCart, paid: selling.sell };
  const selected: Keys =
    at === "selling"
      ? {
          F2: () => sheets.open({ is: "customer" }),
          F4: () => {
            if (newest !== undefined) sheets.open({ is: "discount" });
          },
          F8: park,
          F9: () => sheets.open({ is: "parked" }),
          F10: charge,
          Delete: (event) => {
            if (newest !== undefined && !typesText(event)) remove(newest);
          },
        }
      : {};
  return {
    ...selected,
    Escape: escape[at],
    Enter: (event) => {
      if (!event.repeat && !answersItself(event)) enter[at](event);
    },
    ...(at === "selling" ? { "Ctrl+z": undo } : {}),
  };
}

export function useShortcuts(selling: SellState): void {
  const latest = useRef(selling);
  // A layout effect runs before the next key event.
  useLayoutEffect(() => {
    latest.current = selling;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || latest.current.sheets.top !== undefined) return;
      const control = event.ctrlKey || event.metaKey;
      if (control && typesText(event)) return;
      const action = keysOf(latest.current)[control ? `Ctrl+${event.key}` : event.key];
      if (action === undefined) return;
      // In browsers F10 opens the menu and F8 pauses the debugger.
      if (/^F\d/.test(event.key)) event.preventDefault();
      action(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
