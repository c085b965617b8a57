import { useEffect, useRef } from "react";
import type { MouseEvent, PointerEvent } from "react";

const HOLD_MS = 450;
const STILL_PX = 10;

type Hold = { timer: ReturnType<typeof setTimeout>; x: number; y: number };

/** A long press, or the other mouse button, does something else than a press. */
export function useHold(onPress: () => void, onHold: () => void) {
  const hold = useRef<Hold>(undefined);
  const held = useRef(false);
  const end = () => {
    clearTimeout(hold.current?.timer);
    hold.current = undefined;
  };
  useEffect(() => () => clearTimeout(hold.current?.timer), []);
  return {
    onPointerDown: (event: PointerEvent) => {
      held.current = false;
      if (event.button !== 0) return;
      end();
      const { clientX: x, clientY: y } = event;
      const begun = () => {
        held.current = true;
        onHold();
      };
      hold.current = { x, y, timer: setTimeout(begun, HOLD_MS) };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = hold.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      end();
      if (!held.current) onHold();
    },
    onClick: () => {
      if (!held.current) onPress();
      held.current = false;
    },
    // The focus stays where it is: Enter after a press charges, it does not press once more.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  };
}
