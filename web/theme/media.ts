/** Rows become tables. */
export const TABLE = "(min-width: 700px)";
/** The sidebar stands beside the page. */
export const SIDEBAR = "(min-width: 1024px)";
/** The new sale stands in two panes. */
export const TWO_PANES = "(min-width: 860px)";
/** A mouse on a large screen: rows and controls may be a little lower. */
export const MOUSE = "(pointer: fine) and (min-width: 1024px)";

export const DARK_DEVICE = "(prefers-color-scheme: dark)";
export const STILL = "(prefers-reduced-motion: reduce)";
export const MOVING = "(prefers-reduced-motion: no-preference)";
