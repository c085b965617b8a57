import { style } from "@vanilla-extract/css";

/** What is wider than its place moves in it, with all that is hidden in it, and the page stays. */
export const sideways = style({ position: "relative", overflowX: "auto", overflowY: "hidden" });
