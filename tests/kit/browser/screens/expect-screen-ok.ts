import { expect } from "vitest";

import type { OpenedPage } from "#tests/kit/browser/browser.ts";

import { strangeAmounts } from "./amounts.ts";
import { hiddenTableHeads, sidewaysPx } from "./checks.ts";
import { bodyText, openScreen, type Screen } from "./screen.ts";

/** Amounts that are not formatted as cedis, and signs of other currencies. */
const strangeMoney = (text: string, { plainMoney = false }: Screen): string[] => [
  ...strangeAmounts(text, plainMoney),
  ...(text.match(/[$€£]/g) ?? []),
];

type OpenedScreen = Readonly<{ url: string; screen: Screen; isWide: boolean }>;

/**
 * Opens the screen and checks it: it says what it should, shows the shop's currency, fits the
 * window, heads its tables if there is room, and logs no error.
 */
export async function expectScreenOk(
  { page, complaints }: OpenedPage,
  { url, screen, isWide }: OpenedScreen,
): Promise<void> {
  const before = complaints.length;
  await openScreen(page, url, screen);
  expect(await page.title()).toMatch(/ · Tillbook$/);
  const said = [...(screen.says ?? []), ...(isWide ? (screen.saysWide ?? []) : [])];
  for (const words of said) await expect.poll(() => bodyText(page)).toContain(words);
  const text = await bodyText(page);
  for (const name of screen.lacks ?? []) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  expect(screen.who === "guest" ? [] : strangeMoney(text, screen)).toEqual([]);
  expect(await sidewaysPx(page)).toBeLessThanOrEqual(0);
  if (isWide) expect(await hiddenTableHeads(page)).toEqual([]);
  const { answered } = screen;
  const isItsAnswer = (words: string) =>
    answered !== undefined && words.includes(`with a status of ${answered} `);
  expect(complaints.slice(before).filter((words) => !isItsAnswer(words))).toEqual([]);
}
