import { style } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { space } from "#web/theme/theme.css.ts";

export const mailTools = style({ display: "flex", flexWrap: "wrap", gap: space[8] });

export const testMail = style({
  display: "grid",
  gap: space[12],
  alignItems: "end",
  "@media": { [TABLE]: { gridTemplateColumns: "minmax(0, 1fr) auto" } },
});
