import { style } from "@vanilla-extract/css";

import { space } from "#web/theme/theme.css.ts";

export const preview = style({ maxInlineSize: "260px", margin: 0 });

export const tools = style({ display: "flex", flexWrap: "wrap", gap: space[8] });
