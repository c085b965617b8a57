import { globalStyle } from "@vanilla-extract/css";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import { color, radius, size, space } from "#web/theme/theme.css.ts";

// The frame that the document contains until the app has rendered. It has the measures of the real
// one, so that nothing jumps.

const FRAME = "[data-frame]";

globalStyle(FRAME, {
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gridTemplateRows: "auto 1fr",
  minBlockSize: "100dvh",
  "@media": { [SIDEBAR]: { gridTemplateColumns: `${size.sidebar} minmax(0, 1fr)` } },
});
/** Marked by `first.js`: without a session the app shows the sign-in page. */
globalStyle(`[data-guest] ${FRAME}`, { display: "none" });

globalStyle(`${FRAME} > p`, {
  minBlockSize: size.topbar,
  paddingBlockStart: "env(safe-area-inset-top)",
  borderBlockEnd: `1px solid ${color.border}`,
  background: color.surface,
  "@media": { [SIDEBAR]: { gridColumn: 2, background: color.bg } },
});

globalStyle(`${FRAME} > main`, {
  display: "grid",
  alignContent: "start",
  gap: space[16],
  padding: space[16],
  "@media": {
    [TABLE]: { gap: space[20], padding: space[24] },
    [SIDEBAR]: {
      gridColumn: 2,
      gap: space[24],
      paddingInline: space[32],
      maxInlineSize: "1184px",
      inlineSize: "100%",
      marginInline: "auto",
    },
  },
});
globalStyle(`${FRAME} h1`, {
  display: "flex",
  alignItems: "center",
  minBlockSize: size.touch,
});
globalStyle(`${FRAME} > [data-many-tools] h1`, {
  "@media": { "(max-width: 699px)": { minBlockSize: 0 } },
});
globalStyle(`${FRAME} > main > div`, { display: "grid", gap: space[32], paddingBlock: space[16] });
globalStyle(`${FRAME} i`, {
  blockSize: space[14],
  borderRadius: radius.badge,
  background: color.press,
  inlineSize: "46%",
});
globalStyle(`${FRAME} i:nth-child(even)`, { inlineSize: "34%" });

/** The place of the shortcuts, or of the sidebar. */
globalStyle(`${FRAME} > nav`, {
  position: "fixed",
  inset: "auto 0 0",
  blockSize: `calc(${size.tabbar} + 1px + env(safe-area-inset-bottom))`,
  background: color.surface,
  borderBlockStart: `1px solid ${color.border}`,
  "@media": {
    [SIDEBAR]: {
      inset: "0 auto 0 0",
      blockSize: "auto",
      inlineSize: size.sidebar,
      borderBlockStart: 0,
      borderInlineEnd: `1px solid ${color.border}`,
    },
  },
});
