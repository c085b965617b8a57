import { parseArgs } from "node:util";

import { openProduct } from "#tests/kit/browser/screens/open-product.ts";

import { takeCounter } from "./counter.ts";
import { drawIcons } from "./icons.ts";
import { takeReadmePictures } from "./readme.ts";
import { takeScreens } from "./screens.ts";

/*
 * npm run suite pictures: every screen and component, into tmp/shots, with a contact sheet.
 * `-- --only products`: only screens whose names begin so. `--viewport phone-dark`: only that one.
 *
 * npm run suite pictures readme: the README's pictures, into docs/pictures.
 *
 * npm run suite pictures counter: a till that two people share, with locks, approvals and no
 * network, into tmp/counter.
 *
 * npm run suite pictures icons: the app's icons, drawn from web/public/favicon.svg.
 */

const { values, positionals } = parseArgs({
  options: { only: { type: "string", default: "" }, viewport: { type: "string" } },
  allowPositionals: true,
});

const [what = "screens"] = positionals;
if (what === "icons") await drawIcons();
else if (what === "counter") await takeCounter(values.viewport);
else {
  const product = await openProduct();
  try {
    await (what === "readme" ? takeReadmePictures(product) : takeScreens(product, values));
  } finally {
    await product.close();
  }
}
