/** Rows become tables. */
export const TABLE = "(min-width: 700px)";
/** The sidebar stands beside the page. */
export const SIDEBAR = "(min-width: 1024px)";
/** The new sale stands in two panes. */
export const TWO_PANES = "(min-width: 860px)";
/** The cart stands beside the products. */
export const TILL_PANES = "(min-width: 768px)";
/** Beside the sidebar there is room for every column. */
export const WIDE = "(min-width: 1240px)";
/** A mouse on a large screen: rows and controls may be a little lower. */
export const MOUSE = "(pointer: fine) and (min-width: 1024px)";

export const DARK_DEVICE = "screen and (prefers-color-scheme: dark)";
export const STILL = "(prefers-reduced-motion: reduce)";
export const MOVING = "(prefers-reduced-motion: no-preference)";
