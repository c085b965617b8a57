import { useState } from "react";
import type { FocusEvent, KeyboardEvent } from "react";

/** The keys of a list that hangs under a search field (ARIA combobox with a list popup). */
export function useOptionList(options: readonly { id: string }[], onPick: (id: string) => void) {
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const at = Math.min(marked, options.length - 1);

  const show = () => {
    setOpen(true);
    setMarked(0);
  };
  const close = () => setOpen(false);
  const pick = (index: number) => {
    const option = options[index];
    if (option === undefined) return;
    close();
    onPick(option.id);
  };
  const move = (by: number) => {
    if (!open) return show();
    const count = options.length;
    if (count > 0) setMarked((at + by + count) % count);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => (open ? pick(at) : show()),
    ...(open ? { Escape: close } : {}),
  };
  const onKey = (event: KeyboardEvent) => {
    const action = keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const closeIfLeft = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };
  return { open, at, show, pick, onKey, closeIfLeft };
}
