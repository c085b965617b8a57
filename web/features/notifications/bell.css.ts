import { style } from "@vanilla-extract/css";

export const bell = style({ position: "relative", display: "inline-flex", flex: "none" });

/** Presses on the mark go to the button below it. */
export const mark = style({ pointerEvents: "none" });
