/** From this width on, rows are shown as tables. */
export const TABLE = "(min-width: 700px)";
/** The sidebar is beside the page. */
export const SIDEBAR = "(min-width: 1024px)";
/** A phone whose text is so large that names do not fit beside icons. */
export const LARGE_TEXT = "(max-width: 19em)";
/** The New Sale dialog has two panes. */
export const TWO_PANES = "(min-width: 860px)";
/** The cart is beside the products. */
export const TILL_PANES = "(min-width: 768px)";
/** Wide enough for every table column beside the sidebar. */
export const WIDE = "(min-width: 1240px)";
/** A mouse on a large screen, where rows and controls may be lower. */
export const MOUSE = "(pointer: fine) and (min-width: 1024px)";

export const DARK_DEVICE = "screen and (prefers-color-scheme: dark)";
export const STILL = "(prefers-reduced-motion: reduce)";
export const MOVING = "(prefers-reduced-motion: no-preference)";
