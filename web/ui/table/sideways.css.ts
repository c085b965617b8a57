import { style } from "@vanilla-extract/css";

/** Wide content scrolls inside its place; the page does not. */
export const sideways = style({ position: "relative", overflowX: "auto", overflowY: "hidden" });
