import { globalStyle, style } from "@vanilla-extract/css";

import { color, face, space, type, weight } from "#web/theme/theme.css.ts";

export const lead = style({
  font: `${weight.label} ${type[16]} ${face.text}`,
  overflowWrap: "anywhere",
});

/** Two fit on one line of a phone. */
export const facts = style({});
globalStyle(`${facts} > dl`, {
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 9.4em), 1fr))",
});
globalStyle(`${facts} time`, { whiteSpace: "normal" });

/** A hash does not wrap. */
export const hashes = style({});
globalStyle(`${hashes} > dl`, { gridTemplateColumns: "minmax(0, 1fr)" });

export const changes = style({
  inlineSize: "100%",
  tableLayout: "fixed",
  borderCollapse: "collapse",
});
globalStyle(`${changes} :is(th, td)`, {
  padding: `${space[8]} ${space[12]} ${space[8]} 0`,
  borderBlockStart: `1px solid ${color.border}`,
  textAlign: "start",
  verticalAlign: "top",
  overflowWrap: "anywhere",
});
globalStyle(`${changes} th`, { color: color.muted, fontWeight: weight.label });
globalStyle(`${changes} thead th`, { fontSize: ".8125rem" });
