import { useRef } from "react";
import type { PointerEvent } from "react";

const FAR_PX = 80;
const SLANT = 0.5;

/** A finger drawn to the left across something. */
export function useSwipe(onSwipe: () => void) {
  const from = useRef<{ x: number; y: number }>(undefined);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      from.current = pointerType === "mouse" ? undefined : { x, y };
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const start = from.current;
      from.current = undefined;
      if (start === undefined) return;
      const drawn = start.x - clientX;
      if (drawn > FAR_PX && Math.abs(clientY - start.y) < drawn * SLANT) onSwipe();
    },
  };
}
