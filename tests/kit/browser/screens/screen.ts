import type { Page } from "playwright-core";

import type { Visitor } from "./open-product.ts";
import { quiet, watchRequests } from "./quiet.ts";

/** A screen, or a state of one that somebody can bring about. */
export type Screen = Readonly<{
  /** Also the name of its pictures. */
  name: string;
  who: Visitor;
  path: string;
  /** The heading that stands once the screen does. */
  heading: string | RegExp;
  /** What opens over it, or is typed into it. */
  act?: (page: Page) => Promise<void>;
  /** Words that stand on it. */
  says?: readonly string[];
  /** Words for which a phone has no room, or a drawing. */
  saysWide?: readonly string[];
  /** Names of controls that this visitor does not get. */
  lacks?: readonly string[];
  /** The call it waits for: its loading, refused and broken states are made of it. */
  reads?: string;
  /** Amounts stand on it without their currency's sign, which something around them says: a key, a tile. */
  plainMoney?: boolean;
  /** The status of a refusal that belongs to it, which the browser's console tells. */
  answered?: 401 | 403 | 404;
}>;

/** All that can be read on the page, its lines joined. */
export const bodyText = async (page: Page): Promise<string> =>
  (await page.locator("body").innerText()).replaceAll(/\s+/g, " ");

/** Whatever moment this tab looked at before. */
export async function goNow(page: Page, url: string, path: string): Promise<void> {
  if (page.url().startsWith(url)) await page.evaluate(() => sessionStorage.removeItem("past"));
  await page.goto(url + path);
}

/** Opens it and waits until it stands, as its visitor finds it. */
export async function openScreen(page: Page, url: string, screen: Screen): Promise<void> {
  watchRequests(page);
  await goNow(page, url, screen.path);
  await page.getByRole("heading", { name: screen.heading }).first().waitFor();
  await settled(page);
  await screen.act?.(page);
  await settled(page);
}

/** Nothing loads any more, and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await still(page);
  await page.waitForFunction(() => {
    const statuses = [...document.querySelectorAll("[role=status], output")];
    return !statuses.some(({ textContent }) => textContent?.startsWith("Loading"));
  });
  await still(page);
}

/** Nothing is asked for, every chart is drawn, and nothing moves; something may still say that it loads. */
export async function still(page: Page): Promise<void> {
  await quiet(page);
  await page.waitForFunction(() => {
    const endless = (animation: Animation) =>
      animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
    const moving = document.getAnimations().filter((animation) => !endless(animation));
    const undrawn = document.querySelector("figure:has(> figcaption):not(:has(svg))") !== null;
    return !undrawn && moving.every(({ playState }) => playState !== "running");
  });
}
