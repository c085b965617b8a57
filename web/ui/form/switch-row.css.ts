import { style } from "@vanilla-extract/css";

import { color, face, motion, radius, space, type, weight } from "#web/theme/theme.css.ts";

const quick = (property: string): string => `${property} ${motion.press} ${motion.ease}`;

/** The whole row is the target; a line separates it from the next. */
export const row = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[16],
  minBlockSize: "56px",
  paddingBlock: space[8],
  cursor: "pointer",
  selectors: {
    "& + &": { borderBlockStart: `1px solid ${color.border}` },
    "&:has(:disabled)": { cursor: "default" },
  },
});

export const words = style({ display: "grid", gap: space[2], minInlineSize: 0 });
export const name = style({ fontWeight: weight.label });
export const hint = style({ color: color.muted, font: `${weight.text} ${type[13]} ${face.text}` });

const KNOB = "20px";

export const control = style({
  appearance: "none",
  flex: "none",
  position: "relative",
  inlineSize: "46px",
  blockSize: "28px",
  borderRadius: radius.pill,
  border: `1.5px solid ${color.borderStrong}`,
  background: color.surface,
  cursor: "inherit",
  "::before": {
    content: "",
    position: "absolute",
    insetInlineStart: "3px",
    insetBlockStart: "2.5px",
    inlineSize: KNOB,
    blockSize: KNOB,
    borderRadius: "50%",
    background: color.borderStrong,
    transition: quick("transform"),
  },
  selectors: {
    "&:checked": { background: color.accent, borderColor: color.accent },
    "&:checked::before": { transform: "translateX(17px)", background: color.onAccent },
    // A tick on the knob: on and off differ by more than colour.
    "&:checked::after": {
      content: "",
      position: "absolute",
      insetInlineStart: "27.5px",
      insetBlockStart: "6.5px",
      inlineSize: "4px",
      blockSize: "8px",
      border: `solid ${color.accent}`,
      borderWidth: "0 2px 2px 0",
      transform: "rotate(45deg)",
    },
    "&:disabled": { opacity: 0.55 },
  },
});
