import { setTimeout as delay } from "node:timers/promises";

import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

import { SCREENS } from "./all-screens.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";
import type { Visitor } from "./open-product.ts";
import { follow, settled } from "./screen.ts";

/** Buttons that open more of a row: its form, its question, its list. */
const OPENERS = [/^Edit /, /^Adjust /, /^Delete /, /stock movements$/, /^View /, /^More /];

const OVERLAY = "[role=dialog], [role=alertdialog], [role=menu]";
/** A path that opens a dialog over its page; the page below is not clicked. */
const OPENS_AT_ONCE = /=1$/;

/**
 * A moment of the demo shops. The hostile shop is younger, and has sold most of its products by its
 * moment.
 */
const [DEMO_MOMENT, MOMENT] = ["as_of=300", "as_of=150"];

/** Every screen of a visitor, each once. */
export const pathsOf = (visitor: Visitor): readonly string[] => [
  ...new Set(
    SCREENS.filter(({ who }) => who === visitor).map(({ path }) =>
      path.replace(DEMO_MOMENT, MOMENT),
    ),
  ),
];

/** What ran in the page: every hostile text that runs opens a dialog. */
export const listenTo = (page: Page): string[] => {
  const ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(`${page.url()} said ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  return ran;
};

const nextFrames = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });

/** How many of the texts run in a page that takes them for its document. */
export async function ranAsDocuments(page: Page, ran: readonly string[]): Promise<number> {
  let alive = 0;
  for (const text of HOSTILE_TEXTS) {
    const before = ran.length;
    await page.goto("about:blank");
    await page
      .setContent(`<!doctype html><body>${text}`, { timeout: 2_000 })
      .catch(() => undefined);
    await page.evaluate(nextFrames).catch(() => undefined);
    if (ran.length > before) alive += 1;
  }
  return alive;
}

const RUN_WITHIN_MS = 300;

/** How many of the texts run in a screen that writes them as its markup. */
export async function ranAsMarkup(context: BrowserContext, url: string): Promise<number> {
  let alive = 0;
  for (const text of HOSTILE_TEXTS) {
    const page = await context.newPage();
    const ran = listenTo(page);
    await page.goto(url, { waitUntil: "domcontentloaded" });
    await page.evaluate((markup) => (document.body.innerHTML = markup), text);
    await delay(RUN_WITHIN_MS);
    if (ran.length > 0) alive += 1;
    await page.close();
  }
  return alive;
}

/** Elements of the page that came from hostile texts. */
const strangers = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter(
        (element) =>
          element.hasAttribute("data-hostile") ||
          element.getAttributeNames().some((name) => name.startsWith("on")) ||
          /^\s*(javascript|data):/i.test(element.getAttribute("href") ?? ""),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );

/** Opens the screen with its pages, forms, questions and lists: none took a text for markup. */
export async function readScreen(page: Page, url: string, path: string): Promise<void> {
  await follow(page, url, path);
  await page.getByRole("heading").first().waitFor();
  const isOverlay = OPENS_AT_ONCE.test(path);
  if (isOverlay) await page.locator(OVERLAY).first().waitFor();
  await settled(page);
  expect(await strangers(page)).toEqual([]);
  await turnThePages(page);
  if (!isOverlay) await openRows(page, url, path);
}

/** Pages to the end of the list; returns all text it showed. */
export async function turnThePages(page: Page): Promise<string> {
  let read = "";
  for (;;) {
    read += (await page.locator("body").innerText()).replaceAll(/\s+/g, " ");
    expect(await strangers(page)).toEqual([]);
    const next = page.getByRole("button", { name: /^Next/ }).first();
    if (!(await next.isVisible()) || !(await next.isEnabled())) return read;
    await next.click();
  }
}

/** Opens the form, question and lists of the first row. */
async function openRows(page: Page, url: string, path: string): Promise<void> {
  const openerOf = (name: RegExp) => page.getByRole("main").getByRole("button", { name }).first();
  const there = await Promise.all(OPENERS.map((name) => openerOf(name).isVisible()));
  for (const name of OPENERS.filter((_, at) => there[at])) {
    await follow(page, url, path);
    await openerOf(name).click();
    await page.locator(OVERLAY).first().waitFor();
    await settled(page);
    expect(await strangers(page)).toEqual([]);
  }
}
