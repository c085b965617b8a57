import { style } from "@vanilla-extract/css";

export const bell = style({ position: "relative", display: "inline-flex", flex: "none" });

/** Part of the button for the eye; the press goes through it. */
export const mark = style({ pointerEvents: "none" });
