import { style } from "@vanilla-extract/css";

import { space } from "#web/theme/theme.css.ts";

export const list = style({ paddingBlockStart: space[8] });
