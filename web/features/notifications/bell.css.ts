import { style } from "@vanilla-extract/css";

export const bell = style({ position: "relative", display: "inline-flex", flex: "none" });

/** Looks like a part of the button; a press goes through to it. */
export const mark = style({ pointerEvents: "none" });
