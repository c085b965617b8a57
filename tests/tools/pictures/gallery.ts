import { join } from "node:path";

import type { Browser } from "playwright-core";
import { createServer } from "vite";

import { openPage } from "#tests/kit/browser/browser.ts";
import { watchRequests } from "#tests/kit/browser/screens/quiet.ts";
import { still } from "#tests/kit/browser/screens/screen.ts";
import { ownPort } from "#tests/kit/services/own-port.ts";
import { OVERLAYS } from "#tests/tools/gallery/overlay-names.ts";

import type { Shot } from "./contact-sheet.ts";
import type { NamedViewport } from "./viewports.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const CONFIG = join(ROOT, "web/vite.config.ts");
const OVER = "[role=dialog], [role=alertdialog]";

/** Photographs the components. Vite serves the gallery, as the product does not contain it. */
export async function shootGallery(
  browser: Browser,
  viewports: readonly NamedViewport[],
  folder: string,
): Promise<Shot[]> {
  const port = await ownPort();
  const vite = await createServer({
    configFile: CONFIG,
    root: join(ROOT, "tests/tools/gallery"),
    publicDir: join(ROOT, "web/public"),
    server: { port, strictPort: true },
    logLevel: "error",
  });
  const shots: Shot[] = [];
  try {
    await vite.listen();
    for (const viewport of viewports) {
      const { page, context } = await openPage(browser, viewport.size, {
        colorScheme: viewport.scheme,
        deviceScaleFactor: viewport.scale,
      });
      watchRequests(page);
      for (const name of ["", ...OVERLAYS]) {
        await page.goto(`http://localhost:${port}/${name === "" ? "" : `?open=${name}`}`);
        await page.getByRole("heading", { name: "Gallery", includeHidden: true }).waitFor();
        // Parts of the gallery show a loading state for good, so `settled` would never return.
        await still(page);
        await page
          .locator(name === "" ? "h1" : OVER)
          .first()
          .waitFor();
        await still(page);
        const shot = name === "" ? "gallery" : `gallery-${name}`;
        const file = `${shot}.${viewport.name}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: name === "" });
        shots.push({ name: shot, viewport: viewport.name, file });
      }
      await context.close();
    }
  } finally {
    await vite.close();
  }
  return shots;
}
