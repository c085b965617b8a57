import { globalStyle } from "@vanilla-extract/css";
import type { CSSProperties, StyleRule } from "@vanilla-extract/css";
import { recipe } from "@vanilla-extract/recipes";

import { MOUSE, TABLE, WIDE } from "#web/theme/media.ts";
import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

import { row } from "./table.css.ts";

const EDGE_AFTER = { paddingInlineEnd: space[20] } as const;

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
/** The last column is as far from the edge as the first. */
const LAST = {
  ...AT_END,
  selectors: { "&:first-child": edges["&:first-child"], "&:last-child": EDGE_AFTER },
} as const;
const APART = { paddingInlineEnd: space[48] } as const;

const APART_BEFORE = { paddingInlineStart: "28px" } as const;

const TWO_LINES = "60px";

type InTable = CSSProperties & Pick<StyleRule, "selectors">;

/** The place of a cell in a row, and its kind. */
const placed = (inRow: StyleRule, inTable: InTable = {}, low = "48px"): StyleRule => ({
  display: "block",
  padding: 0,
  ...inRow,
  "@media": {
    [TABLE]: { ...asCell, ...inTable },
    [MOUSE]: { blockSize: low, paddingBlock: space[2] },
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

const atRowEnd = { textAlign: "end", whiteSpace: "nowrap", inlineSize: "1%" } as const;

export const cell = recipe({
  variants: {
    kind: {
      title: placed({ gridColumn: 1, gridRow: 1, minInlineSize: 0 }),
      money: placed(money, AT_END),
      /** Like `money`, with space to the next column. */
      moneyApart: placed(money, APART),
      moneyLast: placed(money, LAST),
      meta: placed(meta, metaInTable),
      /** Like `meta`, with space to the figures before it. */
      metaApart: placed(meta, { ...metaInTable, ...APART_BEFORE }),
      /** Like `meta`, for several lines on a phone. */
      metaLines: placed(
        {
          ...meta,
          gap: `${space[2]} ${space[10]}`,
          alignContent: "start",
          minBlockSize: "46px",
          paddingBlockStart: space[2],
        },
        { ...metaInTable, ...APART_BEFORE },
      ),
      /** Below the title, over the whole width, one line per item. */
      lines: placed(
        {
          gridColumn: "1 / 3",
          gridRow: 2,
          minInlineSize: 0,
          paddingBlockEnd: space[8],
          paddingInlineEnd: space[12],
          overflowWrap: "anywhere",
          color: color.muted,
          font: `${weight.text} ${type[13]} ${face.text}`,
        },
        { blockSize: TWO_LINES },
        TWO_LINES,
      ),
      actions: placed(
        { gridColumn: 2, gridRow: 2, display: "flex", justifyContent: "flex-end" },
        atRowEnd,
      ),
      /** Beside the title, when the lines below span the whole width. */
      actionsAbove: placed(
        {
          gridColumn: 2,
          gridRow: 1,
          display: "flex",
          justifyContent: "flex-end",
          alignItems: "start",
          marginBlockStart: "-6px",
        },
        atRowEnd,
      ),
      /** Hidden on a phone, where `meta` shows the text. */
      wide: placed({ display: "none", color: color.muted }),
      wideNumber: placed({ display: "none" }, AT_END),
      /** Shown only if there is room for every column. */
      wider: {
        display: "none",
        color: color.muted,
        "@media": { [WIDE]: { ...asCell, ...APART_BEFORE } },
      },
      widerNumber: { display: "none", "@media": { [WIDE]: { ...asCell, ...AT_END } } },
    },
  },
});

const { kind } = cell.classNames.variants;
const tools = `:is(${kind.actions}, ${kind.actionsAbove}) button[aria-label]`;
// Cells of several lines keep their distance from the lines above and below.
globalStyle(`:is(${kind.title}, ${kind.lines})`, {
  "@media": { [MOUSE]: { paddingBlock: space[8] } },
});
// Tools are faint until the pointer is over their row.
globalStyle(tools, { "@media": { [MOUSE]: { color: color.faint } } });
globalStyle(`${row}:hover ${tools}`, { "@media": { [MOUSE]: { color: color.text } } });

const GONE = { display: "none" } as const;
const SHOWN = { display: "table-cell" } as const;

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
      moneyLast: { "@media": { [TABLE]: LAST } },
      meta: {},
      metaApart: { "@media": { [TABLE]: { paddingInlineStart: "28px" } } },
      metaLines: { "@media": { [TABLE]: { paddingInlineStart: "28px" } } },
      lines: {},
      actions: {},
      actionsAbove: {},
      wide: {},
      wideNumber: { "@media": { [TABLE]: AT_END } },
      wider: { "@media": { [TABLE]: GONE, [WIDE]: { ...SHOWN, ...APART_BEFORE } } },
      widerNumber: { "@media": { [TABLE]: GONE, [WIDE]: { ...SHOWN, ...AT_END } } },
    },
  },
});
