import { style } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { MOUSE, TABLE, WIDE } from "#web/theme/media.ts";
import { color, face, gutter, size, space, type, weight } from "#web/theme/theme.css.ts";
import { hidden } from "#web/ui/layout/visually-hidden.css.ts";

// A single table element. Below 700 px each row is a block: title left, amount right, the rest
// below, tools last. Roles are set explicitly, because `display` removes them.

export const table = style({ display: "block", "@media": { [TABLE]: { display: "table" } } });
export const body = style({
  display: "block",
  "@media": { [TABLE]: { display: "table-row-group" } },
});

/** On a phone, for screen readers only. */
export const head = style([
  hidden,
  {
    "@media": {
      [TABLE]: {
        display: "table-header-group",
        position: "static",
        inlineSize: "auto",
        blockSize: "auto",
        clipPath: "none",
      },
    },
  },
]);

export const headRow = style({ "@media": { [TABLE]: { display: "table-row" } } });

export const row = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  columnGap: space[12],
  padding: `${space[10]} ${space[4]} ${space[4]} ${gutter}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: {
    "&:first-child": { borderBlockStart: 0 },
    "&:active": { background: color.hover },
    "&[data-chosen]": { background: color.accentSoft },
  },
  "@media": {
    [TABLE]: {
      display: "table-row",
      border: 0,
      selectors: { "&:hover:not([data-chosen])": { background: color.hover } },
    },
  },
});

export const title = style({
  fontWeight: weight.label,
  display: "-webkit-box",
  WebkitLineClamp: 2,
  WebkitBoxOrient: "vertical",
  overflow: "hidden",
  "@media": { [MOUSE]: { display: "inline", WebkitLineClamp: "unset" } },
});

/** A small picture before a title. It has its place before, and does not make its row higher. */
export const thumb = style({
  display: "inline-block",
  verticalAlign: "middle",
  inlineSize: "22px",
  blockSize: "22px",
  marginInlineEnd: space[10],
  "@media": { [MOUSE]: { inlineSize: "32px", blockSize: "32px", marginBlock: "-8px" } },
});

export const titleButton = style({
  maxInlineSize: "100%",
  minInlineSize: size.touch,
  minBlockSize: size.touch,
  marginBlock: "-11px",
  fontWeight: weight.label,
  textDecoration: "underline",
  textDecorationColor: color.borderMid,
  textUnderlineOffset: "4px",
  selectors: { "&:hover": { textDecorationColor: "currentColor" } },
});

export const titleLink = style([titleButton, { display: "inline-flex", alignItems: "center" }]);

/** A secondary line. With a mouse, rows are lower and it follows the title on the same line. */
export const more = style({
  display: "none",
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
  "@media": {
    [TABLE]: { display: "block" },
    [MOUSE]: { display: "inline", marginInlineStart: space[10] },
  },
});

export const line = style({
  display: "block",
  color: color.muted,
  font: `${weight.text} .8125rem/1.25rem ${face.text}`,
});

/** By default shown only below 700 px. `dotted` adds a dot before the text. */
export const narrow = recipe({
  base: { "@media": { [TABLE]: { display: "none" } } },
  variants: {
    kind: {
      plain: {},
      dotted: {
        selectors: { "&::before": { content: "·", marginInlineEnd: space[8] } },
        // On the narrowest phones, the badge before it fills the line.
        "@media": { "(max-width: 349px)": { display: "none" } },
      },
      unit: { color: color.muted, fontSize: ".8125rem", marginInlineStart: space[4] },
      line: { display: "block", flexBasis: "100%", lineHeight: "1.25rem" },
      /** Shown in the row until there is room for every column. */
      untilWide: {
        display: "block",
        flexBasis: "100%",
        color: color.muted,
        font: `${weight.text} .8125rem/1.25rem ${face.text}`,
        "@media": { [TABLE]: { display: "block" }, [WIDE]: { display: "none" } },
      },
    },
  },
  defaultVariants: { kind: "plain" },
});

export const id = style({
  fontSize: ".8125rem",
  letterSpacing: ".03em",
  fontFeatureSettings: '"tnum", "zero"',
  color: color.muted,
});
