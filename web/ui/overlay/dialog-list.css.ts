import { globalStyle } from "@vanilla-extract/css";

import { TABLE } from "#web/theme/media.ts";
import { gutter } from "#web/theme/theme.css.ts";
import { panel } from "#web/ui/layout/panel.css.ts";

import { body } from "./dialog.css.ts";

// A list in a dialog reaches both edges, as on a phone: never a panel in a panel.
globalStyle(`${body} ${panel}`, {
  "@media": {
    [TABLE]: { marginInline: `calc(-1 * ${gutter})`, borderInline: 0, borderRadius: 0 },
  },
});
globalStyle(`${body} ${panel} > li`, { "@media": { [TABLE]: { paddingInline: gutter } } });
