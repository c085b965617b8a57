import { join } from "node:path";

import type { Browser } from "playwright-core";
import { createServer } from "vite";

import { freePort } from "#standalone/product/postgres/free-port.ts";
import { openPage } from "#tests/kit/browser/browser.ts";
import { watchRequests } from "#tests/kit/browser/screens/quiet.ts";
import { still } from "#tests/kit/browser/screens/screen.ts";
import { OVERLAYS } from "#tests/tools/gallery/overlay-names.ts";

import type { Shot } from "./contact-sheet.ts";
import type { ShotLook } from "./viewports.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const CONFIG = join(ROOT, "web/vite.config.ts");
const OVER = "[role=dialog], [role=alertdialog]";

/** Photographs the components, served by Vite: the product has no gallery. */
export async function shootGallery(
  browser: Browser,
  looks: readonly ShotLook[],
  folder: string,
): Promise<Shot[]> {
  const port = await freePort();
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
    for (const look of looks) {
      const { page, context } = await openPage(browser, look.size, {
        colorScheme: look.scheme,
        deviceScaleFactor: look.scale,
      });
      watchRequests(page);
      for (const name of ["", ...OVERLAYS]) {
        await page.goto(`http://localhost:${port}/${name === "" ? "" : `?open=${name}`}`);
        await page.getByRole("heading", { name: "Gallery", includeHidden: true }).waitFor();
        // Some of it is there to show how it says that it loads.
        await still(page);
        await page
          .locator(name === "" ? "h1" : OVER)
          .first()
          .waitFor();
        await still(page);
        const shot = name === "" ? "gallery" : `gallery-${name}`;
        const file = `${shot}.${look.name}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: name === "" });
        shots.push({ name: shot, look: look.name, file });
      }
      await context.close();
    }
  } finally {
    await vite.close();
  }
  return shots;
}
