import { keyframes } from "@vanilla-extract/css";

/** Only opacity, and at most 24 px of movement. */
export const fadeIn = keyframes({ from: { opacity: 0 } });
export const fadeOut = keyframes({ to: { opacity: 0 } });
export const sheetIn = keyframes({ from: { opacity: 0, translate: "0 24px" } });
export const sheetOut = keyframes({ to: { opacity: 0, translate: "0 24px" } });
export const slideIn = keyframes({ from: { opacity: 0, translate: "-24px 0" } });
export const slideOut = keyframes({ to: { opacity: 0, translate: "-24px 0" } });
export const dropIn = keyframes({ from: { opacity: 0, translate: "0 -8px" } });
export const turn = keyframes({ to: { transform: "rotate(1turn)" } });
export const breathe = keyframes({ to: { opacity: 0.5 } });
