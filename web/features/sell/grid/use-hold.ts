import { useEffect, useRef } from "react";
import type { MouseEvent, PointerEvent } from "react";

const HOLD_MS = 450;
const STILL_PX = 10;

type Hold = { timer: ReturnType<typeof setTimeout>; x: number; y: number };

/** A long press or a right click calls `onHold`, a short press calls `onPress`. */
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
    // Keeps the focus where it was, so that Enter charges and does not press the tile again.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  };
}
