import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

import type { Page } from "playwright-core";

import { SCREENS } from "#tests/kit/browser/screens/all-screens.ts";
import { type House, openHouse, type Visitor } from "#tests/kit/browser/screens/open-product.ts";
import { openScreen } from "#tests/kit/browser/screens/screen.ts";
import { openState, withStates } from "#tests/kit/browser/screens/states.ts";

import { contactSheet, type Shot } from "./contact-sheet.ts";
import { shootGallery } from "./gallery.ts";
import { LOOKS, type ShotLook } from "./viewports.ts";

// `npm run shots`: every screen in each of its states, phone and desktop, light and dark, and every component, into
// tmp/shots, with index.html as the contact sheet. `-- --only products` takes the screens of that beginning alone.

const { values } = parseArgs({ options: { only: { type: "string" }, look: { type: "string" } } });
const FOLDER = join(import.meta.dirname, "..", "..", "tmp", "shots");
const OVER = "[role=dialog], [role=alertdialog], [role=menu]";
const { only = "", look: onlyLook } = values;
const isWanted = ({ name }: Readonly<{ name: string }>): boolean => name.startsWith(only);

const screens = SCREENS.filter(isWanted);
const looks = LOOKS.filter(({ name }) => onlyLook === undefined || name === onlyLook);
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const house = await openHouse();
try {
  const shots: Shot[] = [];
  for (const look of looks) shots.push(...(await shootScreens(house, look)));
  if (isWanted({ name: "gallery" })) {
    shots.push(...(await shootGallery(house.browser, looks, FOLDER)));
  }
  await writeFile(join(FOLDER, "index.html"), contactSheet(shots));
  process.stdout.write(`${shots.length} pictures: ${join(FOLDER, "index.html")}\n`);
} finally {
  await house.close();
}

async function shootScreens(at: House, look: ShotLook): Promise<Shot[]> {
  const shots: Shot[] = [];
  const pages = new Map<Visitor, Page>();
  const pageOf = async (who: Visitor): Promise<Page> => {
    const page = pages.get(who) ?? (await at.visit(who, look)).page;
    pages.set(who, page);
    return page;
  };
  const shoot = async (page: Page, name: string): Promise<void> => {
    const file = `${name}.${look.name}.png`;
    await photograph(page, join(FOLDER, file));
    shots.push({ name, look: look.name, file });
  };
  for (const screen of screens) {
    const page = await pageOf(screen.who);
    await told(screen.name, openScreen(page, at.url, screen));
    await shoot(page, screen.name);
  }
  for (const { screen, state } of withStates(screens)) {
    const page = await pageOf(screen.who);
    const name = `${screen.name}-${state}`;
    await told(name, openState(page, at.url, { screen, state }));
    await shoot(page, name);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  for (const page of pages.values()) await page.context().close();
  return shots;
}

/** A screen that did not come is photographed as it stands, and said. */
async function told(name: string, opening: Promise<unknown>): Promise<void> {
  await opening.catch((error: unknown) => {
    process.stdout.write(`${name}: ${String(error).split("\n")[0]}\n`);
  });
}

/** A long screen is shown whole, its bars at their edges; what lies over one lies over the part that is seen. */
async function photograph(page: Page, path: string): Promise<void> {
  const seen = page.viewportSize();
  const height = await heightOf(page);
  if (seen === null || height <= seen.height || (await page.locator(OVER).count()) > 0) {
    await page.screenshot({ path });
    return;
  }
  await page.setViewportSize({ ...seen, height });
  // A page that is to fill its window grows with it: that one has no bar at the foot.
  const grown = (await heightOf(page)) > height;
  if (grown) await page.setViewportSize(seen);
  await page.screenshot({ path, fullPage: grown });
  await page.setViewportSize(seen);
}

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}
