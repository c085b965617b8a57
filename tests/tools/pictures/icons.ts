import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { openBrowser } from "#tests/kit/browser/browser.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const FOLDER = join(ROOT, "web", "public", "icons");
const GREEN = "#086446";
/** A system may cut a maskable icon to a circle of 80 %: the mark stays inside it, the green fills the square. */
const SAFE = 0.78;

const ICONS = [
  { name: "icon-192", size: 192, scale: 1, ground: "transparent" },
  { name: "icon-512", size: 512, scale: 1, ground: "transparent" },
  { name: "maskable-512", size: 512, scale: SAFE, ground: GREEN },
  { name: "touch-180", size: 180, scale: 0.9, ground: GREEN },
];

/** Draws the icons from the mark. Run it after the mark has changed, and commit what it writes. */
export async function drawIcons(): Promise<void> {
  const mark = await readFile(join(ROOT, "web", "public", "favicon.svg"), "utf8");
  const source = `data:image/svg+xml,${encodeURIComponent(mark)}`;
  await mkdir(FOLDER, { recursive: true });
  const browser = await openBrowser();
  try {
    for (const { name, size, scale, ground } of ICONS) {
      const page = await browser.newPage({ viewport: { width: size, height: size } });
      const edge = size * scale;
      const place = `display:grid;place-items:center;height:100vh;margin:0;background:${ground}`;
      await page.setContent(`<body style="${place}"><img src="${source}" width="${edge}"></body>`);
      await page.locator("img").evaluate((image: HTMLImageElement) => image.decode());
      await page.screenshot({ path: join(FOLDER, `${name}.png`), omitBackground: true });
      await page.close();
    }
  } finally {
    await browser.close();
  }
}
