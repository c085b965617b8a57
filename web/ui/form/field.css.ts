import { fallbackVar, globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { MOUSE } from "#web/theme/media.ts";
import { color, face, ground, radius, size, space, type, weight } from "#web/theme/theme.css.ts";

export const field = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: space[6],
  alignContent: "start",
  minInlineSize: 0,
});

export const label = style({ font: `${weight.label} ${type[13]} ${face.text}` });
export const optional = style({ color: color.muted, fontWeight: weight.text });
export const hint = style({ font: `${weight.text} ${type[13]} ${face.text}`, color: color.muted });

export const error = style({
  display: "flex",
  gap: space[6],
  font: `${weight.label} ${type[13]} ${face.text}`,
  color: color.danger,
});
globalStyle(`${error} > svg`, { marginBlockStart: "1px" });

export const control = recipe({
  base: {
    inlineSize: "100%",
    minBlockSize: size.field,
    paddingInline: space[14],
    border: `1px solid ${color.borderStrong}`,
    borderRadius: radius.control,
    backgroundColor: fallbackVar(ground, color.surface),
    // At least 16 px: with less, iOS zooms into the field.
    font: `${weight.text} ${type[16]} ${face.text}`,
    "@media": { [MOUSE]: { minBlockSize: size.touch } },
    selectors: {
      "&::placeholder": { color: color.faint, opacity: 1 },
      "&:hover": { borderColor: color.muted },
      "&:focus-visible": { borderColor: color.focus, outlineOffset: "1px" },
      "&[aria-invalid=true]": {
        borderColor: color.danger,
        boxShadow: `inset 0 0 0 1px ${color.danger}`,
      },
      "&:disabled, &[readonly]": {
        backgroundColor: color.sunken,
        borderColor: color.border,
        color: color.faint,
      },
      "&[readonly]": { color: color.muted },
    },
  },
  variants: {
    kind: {
      text: {},
      area: { display: "block", paddingBlock: "11px", resize: "vertical" },
      amount: { font: `${weight.strong} ${type[16]} ${face.figures}`, textAlign: "end" },
      select: {
        appearance: "none",
        paddingInlineEnd: "40px",
        textOverflow: "ellipsis",
        cursor: "pointer",
        backgroundImage: color.chevron,
        backgroundSize: "20px 20px",
        backgroundPosition: "right 12px center",
        backgroundRepeat: "no-repeat",
      },
      /** For a select beside a page title: as wide as its text. */
      toolSelect: {
        appearance: "none",
        inlineSize: "auto",
        minBlockSize: size.touch,
        paddingInlineEnd: "40px",
        font: `${weight.text} ${type[15]} ${face.text}`,
        borderColor: color.borderMid,
        cursor: "pointer",
        backgroundImage: color.chevron,
        backgroundSize: "20px 20px",
        backgroundPosition: "right 12px center",
        backgroundRepeat: "no-repeat",
      },
    },
    before: {
      none: {},
      icon: { paddingInlineStart: "44px" },
      /** The currency sign; hidden on very narrow phones in favour of the figures. */
      currency: {
        paddingInlineStart: "56px",
        "@media": { "(max-width: 349px)": { paddingInlineStart: space[8] } },
      },
    },
    /** In a sale's row: as high as the stepper beside it. */
    inRow: { true: { minBlockSize: "46px", "@media": { [MOUSE]: { minBlockSize: "46px" } } } },
    after: { true: { paddingInlineEnd: "50px" } },
  },
  defaultVariants: { kind: "text", before: "none" },
});

export const affix = style({ position: "relative", display: "block" });

const inside = {
  position: "absolute",
  insetBlock: 0,
  display: "grid",
  placeItems: "center",
} as const;
export const lead = style({
  ...inside,
  insetInlineStart: space[14],
  color: color.muted,
  pointerEvents: "none",
});
export const currency = style({
  ...inside,
  insetInlineStart: space[14],
  color: color.muted,
  pointerEvents: "none",
  fontFamily: face.figures,
  "@media": { "(max-width: 349px)": { display: "none" } },
});
export const unit = style({
  ...inside,
  insetInlineEnd: space[14],
  color: color.muted,
  pointerEvents: "none",
});
export const trail = style({ ...inside, insetInlineEnd: space[2] });

export const two = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
  gap: space[12],
});

globalStyle(`${control.classNames.base} option`, { background: color.raised, color: color.text });
globalStyle(`${control.classNames.base}[type=search]`, { appearance: "none" });
