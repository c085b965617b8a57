import { style } from "@vanilla-extract/css";

import { SIDEBAR, TABLE } from "#web/theme/media.ts";
import { space } from "#web/theme/theme.css.ts";

export const stack = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  alignContent: "start",
  gap: space[16],
  "@media": { [TABLE]: { gap: space[20] }, [SIDEBAR]: { gap: space[24] } },
});
