import { expect } from "vitest";

import { DESKTOP, type OpenedPage, PHONE } from "#tests/kit/browser/browser.ts";

import { strangeAmounts } from "./amounts.ts";
import {
  axeFaults,
  faultsOfLargeText,
  hiddenTableHeads,
  sidewaysPx,
  smallTargets,
} from "./checks.ts";
import { bodyText, follow, openScreen, type Screen, settled } from "./screen.ts";

const NARROW = { width: 320, height: 640 };
const TABLET = { width: 820, height: 1180 };

/** Amounts that are not formatted as cedis, and signs of other currencies. */
const strangeMoney = (text: string, { plainMoney = false }: Screen): string[] => [
  ...strangeAmounts(text, plainMoney),
  ...(text.match(/[$€£]/g) ?? []),
];

/**
 * Opens the screen on a phone, makes the window narrower and wider up to a desktop's, and checks
 * it: it is accessible in both themes, says what it should, shows the shop's currency, fits the
 * window, heads its tables where there is room, has no small targets, and logs no error.
 */
export async function expectScreenOk(
  { page, complaints }: OpenedPage,
  { url, screen }: Readonly<{ url: string; screen: Screen }>,
): Promise<void> {
  const before = complaints.length;
  const expectContent = async (said: readonly string[] = []) => {
    for (const words of said) await expect.poll(() => bodyText(page)).toContain(words);
    const text = await bodyText(page);
    for (const name of screen.lacks ?? []) {
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    }
    expect(screen.who === "guest" ? [] : strangeMoney(text, screen)).toEqual([]);
    expect(await sidewaysPx(page)).toBeLessThanOrEqual(0);
  };

  await page.setViewportSize(PHONE);
  await openScreen(page, url, screen, follow);
  expect(await page.title()).toMatch(/ · Tillbook$/);
  await expectContent(screen.says);
  expect(await axeFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await faultsOfLargeText(page)).toEqual([]);

  await page.setViewportSize(NARROW);
  expect(await sidewaysPx(page)).toBeLessThanOrEqual(0);

  await page.setViewportSize(TABLET);
  expect(await smallTargets(page)).toEqual([]);
  expect(await faultsOfLargeText(page)).toEqual([]);

  const overlays = page.locator("[role=dialog], [role=alertdialog], [role=menu]");
  const wereOpen = await overlays.count();
  await page.setViewportSize(DESKTOP);
  await settled(page);
  // A sheet of the phone that is a panel on a desktop is closed.
  if ((await overlays.count()) < wereOpen) {
    await screen.act?.(page);
    await settled(page);
  }
  await expectContent([...(screen.says ?? []), ...(screen.saysWide ?? [])]);
  expect(await hiddenTableHeads(page)).toEqual([]);

  const { answered } = screen;
  const isItsAnswer = (words: string) =>
    answered !== undefined && words.includes(`with a status of ${answered} `);
  expect(complaints.slice(before).filter((words) => !isItsAnswer(words))).toEqual([]);
}
