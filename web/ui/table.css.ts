import { globalStyle, style } from "@vanilla-extract/css";
import type { CSSProperties, StyleRule } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { MOUSE, TABLE } from "#web/theme/media.ts";
import { color, face, gutter, space, type, weight } from "#web/theme/theme.css.ts";

import { hidden } from "./visually-hidden.css.ts";

// One table in the document. Under 700 px each of its lines is a ruled row: title left, money right,
// the rest below, tools at the end. Roles are written out because `display` takes them away.

export const table = style({ display: "block", "@media": { [TABLE]: { display: "table" } } });
export const body = style({
  display: "block",
  "@media": { [TABLE]: { display: "table-row-group" } },
});

/** For ears only on a phone. */
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

const edges = {
  "&:first-child": { paddingInlineStart: space[20] },
  "&:last-child": { paddingInlineEnd: space[12] },
} as const;

const asCell = {
  display: "table-cell",
  verticalAlign: "middle",
  blockSize: "56px",
  padding: `${space[6]} ${space[12]}`,
  borderBlockStart: `1px solid ${color.border}`,
  selectors: edges,
} as const;

const AT_END = { textAlign: "end" } as const;
const APART = { paddingInlineEnd: space[48] } as const;

/** Its place in a row, and what it is as a cell. */
const placed = (inRow: StyleRule, inTable: CSSProperties = {}): StyleRule => ({
  display: "block",
  padding: 0,
  ...inRow,
  "@media": {
    [TABLE]: { ...asCell, ...inTable },
    [MOUSE]: { blockSize: "48px", paddingBlock: space[2] },
  },
});

const money = { gridColumn: 2, gridRow: 1, textAlign: "end", paddingInlineEnd: space[12] } as const;
const meta = {
  gridColumn: 1,
  gridRow: 2,
  minInlineSize: 0,
  minBlockSize: "44px",
  overflowWrap: "anywhere",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${space[2]} ${space[8]}`,
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
} as const;
const metaInTable = {
  minBlockSize: 0,
  alignContent: "normal",
  font: `${weight.text} ${type[15]} ${face.text}`,
};

export const cell = recipe({
  variants: {
    kind: {
      title: placed({ gridColumn: 1, gridRow: 1, minInlineSize: 0 }),
      money: placed(money, AT_END),
      /** Like `money`, with the air that keeps it apart from the column after it. */
      moneyApart: placed(money, APART),
      meta: placed(meta, metaInTable),
      /** A first line of its own on a phone, the rest below it. */
      metaLines: placed(
        {
          ...meta,
          gap: `${space[2]} ${space[10]}`,
          alignContent: "start",
          minBlockSize: "46px",
          paddingBlockStart: space[2],
        },
        { ...metaInTable, paddingInlineStart: "28px" },
      ),
      actions: placed(
        { gridColumn: 2, gridRow: 2, display: "flex", justifyContent: "flex-end" },
        { textAlign: "end", whiteSpace: "nowrap", inlineSize: "1%" },
      ),
      /** Said in `meta` on a phone. */
      wide: placed({ display: "none", color: color.muted }),
      wideNumber: placed({ display: "none" }, AT_END),
    },
  },
});

// Tools are quiet until the pointer comes to their row.
globalStyle(`${cell.classNames.variants.kind.actions} button`, {
  "@media": { [MOUSE]: { color: color.faint } },
});
globalStyle(`${row}:hover ${cell.classNames.variants.kind.actions} button`, {
  "@media": { [MOUSE]: { color: color.text } },
});

export const headCell = recipe({
  base: {
    "@media": {
      [TABLE]: {
        ...asCell,
        blockSize: "40px",
        borderBlockStart: 0,
        font: `${weight.label} ${type[13]} ${face.text}`,
        color: color.muted,
        whiteSpace: "nowrap",
        textAlign: "start",
      },
    },
  },
  variants: {
    kind: {
      title: {},
      money: { "@media": { [TABLE]: AT_END } },
      moneyApart: { "@media": { [TABLE]: { ...AT_END, ...APART } } },
      meta: {},
      metaLines: { "@media": { [TABLE]: { paddingInlineStart: "28px" } } },
      actions: {},
      wide: {},
      wideNumber: { "@media": { [TABLE]: AT_END } },
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

/** A second, quiet line; beside the title where a mouse moves in low rows. */
export const more = style({
  display: "none",
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
  "@media": {
    [TABLE]: { display: "block" },
    [MOUSE]: { display: "inline", marginInlineStart: space[10] },
  },
});

/** Only where the table is rows; a dot stands before it where it follows something. */
export const narrow = recipe({
  base: { "@media": { [TABLE]: { display: "none" } } },
  variants: {
    kind: {
      plain: {},
      dotted: {
        selectors: { "&::before": { content: "·", marginInlineEnd: space[8] } },
        // On the narrowest phones the badge before it takes the line.
        "@media": { "(max-width: 349px)": { display: "none" } },
      },
      line: { flexBasis: "100%" },
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

export const foot = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: space[12],
  padding: `${space[8]} ${gutter}`,
  borderBlockStart: `1px solid ${color.border}`,
  color: color.muted,
  font: `${weight.text} ${type[13]} ${face.text}`,
  minBlockSize: "60px",
  "@media": { [TABLE]: { paddingInline: space[20] } },
});

export const pager = style({ display: "flex", gap: space[8] });
