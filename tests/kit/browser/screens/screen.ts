import type { Page } from "playwright-core";

import type { Visitor } from "./open-product.ts";
import { quiet, watchRequests } from "./quiet.ts";

/** A screen, or a state of one that a user can reach. */
export type Screen = Readonly<{
  /** Also names its pictures. */
  name: string;
  who: Visitor;
  path: string;
  /** The heading that shows when the screen is ready. */
  heading: string | RegExp;
  /** Opens a dialog over it, or types into it. */
  act?: (page: Page) => Promise<void>;
  /** Words that it shows. */
  says?: readonly string[];
  /** Words that a phone has no room for. */
  saysWide?: readonly string[];
  /** Names of controls that this visitor must not see. */
  lacks?: readonly string[];
  /** The call that it waits for; its loading, refused and broken states are made with it. */
  reads?: string;
  /** Amounts are shown without the currency sign, because a key or tile nearby has it. */
  plainMoney?: boolean;
  /** The status of a refusal that this screen expects, which the browser's console logs. */
  answered?: 401 | 403 | 404;
}>;

/** All text of the page, its lines joined. */
export const bodyText = async (page: Page): Promise<string> =>
  (await page.locator("body").innerText()).replaceAll(/\s+/g, " ");

/** Opens the page at the present, even if this tab showed an earlier moment. */
export async function goNow(page: Page, url: string, path: string): Promise<void> {
  if (page.url().startsWith(url)) await page.evaluate(() => sessionStorage.removeItem("past"));
  await page.goto(url + path);
}

/** It shows the app at the present, with a network. */
const isUsual = (page: Page): Promise<boolean> =>
  page.evaluate(() => sessionStorage.getItem("past") === null && navigator.onLine);

/**
 * Goes there as a link of the app does, which is quicker than loading the app again: by way of an
 * address without a page, which closes all that was open. Loads it if either page is outside the
 * app or at a past date, or if the last one was offline.
 */
export async function follow(page: Page, url: string, path: string): Promise<void> {
  const isApp = [page.url(), url + path].every((address) => address.startsWith(`${url}/app/`));
  if (!isApp || path.includes("as_of") || !(await isUsual(page))) {
    await goNow(page, url, path);
    return;
  }
  const push = (to: string) => page.evaluate((next) => history.pushState(null, "", next), to);
  await push("/app/nowhere");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await push(path);
}

/** Opens it, by default as a new page, and waits until it is complete, as its visitor sees it. */
export async function openScreen(
  page: Page,
  url: string,
  screen: Screen,
  go: typeof goNow = goNow,
): Promise<void> {
  watchRequests(page);
  await go(page, url, screen.path);
  await page.getByRole("heading", { name: screen.heading }).first().waitFor();
  await settled(page);
  if (screen.act === undefined) return;
  await screen.act(page);
  await settled(page);
}

/** Waits until nothing loads and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await still(page);
  await page.waitForFunction(() => {
    const statuses = [...document.querySelectorAll("[role=status], output")];
    return !statuses.some(({ textContent }) => textContent?.startsWith("Loading"));
  });
  await still(page);
}

/**
 * Waits until there are no requests, every chart is drawn, and nothing moves. A loading text may
 * still be there.
 */
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
