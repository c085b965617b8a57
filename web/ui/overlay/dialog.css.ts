import { globalStyle, style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { MOUSE, MOVING, TABLE, TWO_PANES } from "#web/theme/media.ts";
import { fadeIn, fadeOut, sheetIn, sheetOut, slideIn, slideOut } from "#web/theme/motion.css.ts";
import { color, ground, gutter, layer, motion, radius, size, space } from "#web/theme/theme.css.ts";
import { deep } from "#web/ui/layout/deep.css.ts";

const moves = (enter: string, leave: string) => ({
  "@media": {
    [MOVING]: {
      selectors: {
        "&[data-state=open]": { animation: `${enter} ${motion.in} ${motion.ease}` },
        "&[data-state=closed]": { animation: `${leave} ${motion.out} ${motion.ease}` },
      },
    },
  },
});

export const scrimStill = style({
  position: "fixed",
  inset: 0,
  zIndex: layer.overlay,
  background: color.scrim,
});
export const scrim = style([scrimStill, moves(fadeIn, fadeOut)]);

/** Also covers a dialog, because it is later in the document. */
export const scrimOver = style([scrim, { zIndex: layer.dialog }]);

/** A bottom sheet on a phone, a centred window from tablet width on. */
export const dialog = recipe({
  base: [
    {
      vars: { [gutter]: space[16], [ground]: color.raised },
      position: "fixed",
      zIndex: layer.dialog,
      inset: "auto 0 0",
      maxBlockSize: "calc(100dvh - 24px)",
      display: "flex",
      flexDirection: "column",
      background: color.raised,
      borderRadius: `${radius.sheet} ${radius.sheet} 0 0`,
      boxShadow: color.shadowOverlay,
      "@media": {
        [TABLE]: {
          vars: { [gutter]: space[24] },
          inset: 0,
          margin: "auto",
          blockSize: "fit-content",
          inlineSize: "min(480px, calc(100vw - 48px))",
          maxBlockSize: "calc(100dvh - 64px)",
          borderRadius: radius.sheet,
        },
      },
      selectors: { "&:focus-visible": { outline: "none" } },
    },
  ],
  variants: {
    still: { true: {}, false: moves(sheetIn, sheetOut) },
    scale: {
      form: {},
      alert: { "@media": { [TABLE]: { inlineSize: "min(420px, calc(100vw - 48px))" } } },
      /** Full screen; a wide window from two panes on. */
      full: {
        inset: 0,
        maxBlockSize: "none",
        borderRadius: 0,
        "@media": {
          [TABLE]: {
            blockSize: "auto",
            margin: 0,
            inlineSize: "auto",
            maxBlockSize: "none",
            borderRadius: 0,
          },
          [TWO_PANES]: {
            margin: "auto",
            blockSize: "fit-content",
            inlineSize: "min(960px, calc(100vw - 48px))",
            maxBlockSize: "calc(100dvh - 64px)",
            borderRadius: radius.sheet,
          },
        },
      },
    },
  },
  defaultVariants: { still: false },
});

export const head = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[8],
  flex: "none",
  minBlockSize: "60px",
  padding: `${space[8]} ${space[8]} 0 ${gutter}`,
  "@media": { [TABLE]: { padding: `${space[12]} ${space[12]} 0 ${gutter}` } },
});

export const headTools = style({ display: "flex", flexWrap: "wrap", alignItems: "center" });

/** Body and footer: the body scrolls, the footer stays in reach of the thumb. */
export const form = style({ display: "flex", flexDirection: "column", minBlockSize: 0, flex: 1 });

export const body = style({
  flex: 1,
  minBlockSize: 0,
  overflowY: "auto",
  overscrollBehavior: "contain",
  display: "grid",
  // A list has its full length: the body scrolls, not the list.
  gridAutoRows: "max-content",
  gap: space[16],
  alignContent: "start",
  padding: `${space[8]} ${gutter} ${space[20]}`,
});

const footLine = style({
  flex: "none",
  display: "flex",
  flexWrap: "wrap",
  gap: space[8],
  padding: `${space[12]} ${gutter} calc(${space[12]} + env(safe-area-inset-bottom))`,
  borderBlockStart: `1px solid ${color.border}`,
  "@media": { [TABLE]: { justifyContent: "flex-end", paddingBlock: space[16] } },
});
export const foot = style([footLine]);
/** Holds the main button, which carries the amount. */
export const payFoot = style([footLine]);
globalStyle(`${payFoot} > button`, {
  minBlockSize: size.formButton,
  "@media": { [TWO_PANES]: { inlineSize: "271px", flex: "none" } },
});
globalStyle(`${foot} > button`, {
  flex: 1,
  minBlockSize: size.formButton,
  "@media": {
    [TABLE]: { flex: "none", minBlockSize: size.touch },
    [MOUSE]: { minBlockSize: "40px" },
  },
});
globalStyle(`${foot} > button:last-child:not(:only-child)`, {
  flex: 1.6,
  "@media": { [TABLE]: { flex: "none" } },
});

// The first of three has a line of its own where there is no room beside the others.
globalStyle(`${foot} > button:first-child:nth-last-child(3)`, {
  flexBasis: "100%",
  "@media": { [TABLE]: { flexBasis: "auto" } },
});

/** A question has no line between text and buttons. */
export const alertHead = style({
  display: "grid",
  gap: space[4],
  padding: `${space[20]} ${gutter} 0`,
});
globalStyle(`${alertHead} > [role=alert]`, { marginBlockStart: space[8] });
export const alertFoot = style([foot, { borderBlockStart: 0, paddingBlockStart: space[20] }]);
export const alertMore = style({ display: "grid", gap: space[12], marginBlockStart: space[12] });
export const alertText = style({ color: color.muted });

const slideBase = style([
  {
    position: "fixed",
    insetBlock: 0,
    insetInlineStart: 0,
    inlineSize: "min(300px, calc(100vw - 56px))",
    zIndex: layer.dialog,
    boxShadow: color.shadowOverlay,
    display: "flex",
    flexDirection: "column",
    gap: space[16],
    padding: `${space[16]} ${space[12]} calc(${space[12]} + env(safe-area-inset-bottom))`,
    overflowY: "auto",
    selectors: { "&:focus-visible": { outline: "none" } },
  },
  moves(slideIn, slideOut),
]);
export const slide = recipe({
  base: slideBase,
  variants: {
    on: {
      page: { background: color.raised },
      deep,
    },
  },
});
export const slideClose = style({
  position: "absolute",
  insetInlineEnd: space[8],
  insetBlockStart: space[16],
});
