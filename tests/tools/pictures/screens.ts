import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { SCREENS } from "#tests/kit/browser/screens/all-screens.ts";
import { type OpenProduct, type Visitor } from "#tests/kit/browser/screens/open-product.ts";
import { openScreen, type Screen } from "#tests/kit/browser/screens/screen.ts";
import { openState, WAITING_STATES, waitingScreens } from "#tests/kit/browser/screens/states.ts";

import { contactSheet, type Shot } from "./contact-sheet.ts";
import { shootGallery } from "./gallery.ts";
import { VIEWPORTS, type NamedViewport } from "./viewports.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "tmp", "shots");
const OVER = "[role=dialog], [role=alertdialog], [role=menu]";

type ScreensOptions = Readonly<{ only: string; viewport?: string | undefined }>;

/** Every screen in each of its states and every component, in each viewport, with index.html as the contact sheet. */
export async function takeScreens(app: OpenProduct, options: ScreensOptions): Promise<void> {
  const isWanted = ({ name }: Readonly<{ name: string }>) => name.startsWith(options.only);
  const screens = SCREENS.filter(isWanted);
  const { viewport: only } = options;
  const viewports = VIEWPORTS.filter(({ name }) => only === undefined || name === only);
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const shots: Shot[] = [];
  for (const viewport of viewports) shots.push(...(await shootScreens(app, screens, viewport)));
  if (isWanted({ name: "gallery" })) {
    shots.push(...(await shootGallery(app.browser, viewports, FOLDER)));
  }
  await writeFile(join(FOLDER, "index.html"), contactSheet(shots));
  process.stdout.write(`${shots.length} pictures: ${join(FOLDER, "index.html")}\n`);
}

async function shootScreens(
  at: OpenProduct,
  screens: readonly Screen[],
  viewport: NamedViewport,
): Promise<Shot[]> {
  const shots: Shot[] = [];
  const pages = new Map<Visitor, Page>();
  const pageOf = async (who: Visitor): Promise<Page> => {
    const page = pages.get(who) ?? (await at.visit(who, viewport)).page;
    pages.set(who, page);
    return page;
  };
  const leave = async (): Promise<void> => {
    for (const page of pages.values()) await page.context().close();
    pages.clear();
  };
  const shoot = async (page: Page, name: string): Promise<void> => {
    const file = `${name}.${viewport.name}.png`;
    await photograph(page, join(FOLDER, file));
    shots.push({ name, viewport: viewport.name, file });
  };
  for (const screen of screens) {
    const page = await pageOf(screen.who);
    await reportFailure(screen.name, openScreen(page, at.url, screen));
    await shoot(page, screen.name);
  }
  // The till of the pictures before has its products on the device; these are taken without one.
  await leave();
  const waiting = waitingScreens(screens).flatMap((screen) =>
    WAITING_STATES.map((state) => ({ screen, state })),
  );
  for (const { screen, state } of waiting) {
    const page = await pageOf(screen.who);
    const name = `${screen.name}-${state}`;
    await reportFailure(name, openState(page, at.url, { screen, state }));
    await shoot(page, name);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  await leave();
  return shots;
}

/** A screen that did not open is named, and photographed as it is. */
async function reportFailure(name: string, opening: Promise<unknown>): Promise<void> {
  await opening.catch((error: unknown) => {
    process.stdout.write(`${name}: ${String(error).split("\n")[0]}\n`);
  });
}

/** A long screen is shown whole, with its bars at the edges. A dialog is shown over the visible part. */
async function photograph(page: Page, path: string): Promise<void> {
  const seen = page.viewportSize();
  const height = await heightOf(page);
  if (seen === null || height <= seen.height || (await page.locator(OVER).count()) > 0) {
    await page.screenshot({ path });
    return;
  }
  await page.setViewportSize({ ...seen, height });
  // A page that fills its window grows with it. Such a page has no bar at the foot.
  const grown = (await heightOf(page)) > height;
  if (grown) await page.setViewportSize(seen);
  await page.screenshot({ path, fullPage: grown });
  await page.setViewportSize(seen);
}

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}
