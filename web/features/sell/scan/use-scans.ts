import { useEffect, useLayoutEffect, useRef } from "react";

import { createScanReader, withoutEnd } from "./scan-reader.ts";

type Typing = HTMLInputElement | HTMLTextAreaElement;

const NOT_TYPED_INTO = new Set(["radio", "checkbox", "button", "submit", "range", "file"]);

export const isTypedInto = (element: EventTarget | null): element is Typing =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !NOT_TYPED_INTO.has(element.type));

/** A field and its value before the scan wrote into it. */
type FieldSnapshot = Readonly<{ field: Typing; value: string }>;

function focusedField(): FieldSnapshot | undefined {
  const { activeElement: field } = document;
  return isTypedInto(field) ? { field, value: field.value } : undefined;
}

/** Removes the characters of the scanner, in a way that React notices. */
function restoreField({ field, value }: FieldSnapshot): void {
  if (field.value === value) return;
  const prototype: unknown = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

type ScanHandlers = {
  onScan: (code: string) => void;
  /** Text typed while no field had the focus. */
  onTyped: (text: string) => void;
  /** That text was the beginning of a scan. */
  onNotTyped: (text: string) => void;
};

const byHand = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat;

const presses = (event: KeyboardEvent): boolean =>
  event.key === " " &&
  event.target instanceof HTMLElement &&
  event.target.closest("button") !== null;

/** Listens in the capture phase on the whole page: a scan works wherever the focus is. */
export function useScans(handlers: ScanHandlers): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before: FieldSnapshot | undefined;
    const reader = createScanReader({
      began: () => {
        before = focusedField();
      },
      scanned: (code) => {
        if (before !== undefined) restoreField(before);
        latest.current.onScan(code);
      },
      typed: (text) => {
        if (before === undefined) latest.current.onTyped(text);
      },
      resumed: (text) => {
        if (before !== undefined) return;
        latest.current.onNotTyped(text);
        // The text may have moved the focus to a field that now ends with it.
        const now = focusedField();
        before = now && { ...now, value: withoutEnd(now.value, text) };
      },
    });
    const onKey = (event: KeyboardEvent) => {
      if (byHand(event) || presses(event)) return;
      const { key, timeStamp } = event;
      if (key === "Enter" || key === "Tab") {
        clearTimeout(timer);
        if (!reader.terminator(timeStamp)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      if (Array.from(key).length !== 1) return;
      // Firefox opens its quick search with this key.
      if (key === "/" && focusedField() === undefined) event.preventDefault();
      reader.character(key, timeStamp);
      clearTimeout(timer);
      // On a busy device keys are handled late. Silence is measured by their own times.
      const lateMs = Math.max(0, performance.now() - timeStamp);
      timer = setTimeout(reader.silence, reader.patienceMs() + lateMs);
    };
    document.addEventListener("keydown", onKey, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKey, true);
    };
  }, []);
}
