import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { PATIENCE } from "#tests/e2e/sell/counter.ts";

// What is on the page of what needs attention.

/** The first issue with this title and text, also behind an open dialog. */
export const issueRow = (page: Page, title: string, about: string | RegExp): Locator =>
  page
    .getByRole("listitem", { includeHidden: true })
    .filter({ hasText: title })
    .filter({ hasText: about })
    .first();

export async function listed(page: Page, title: string, about: string | RegExp): Promise<Locator> {
  const found = issueRow(page, title, about);
  await found.waitFor(PATIENCE);
  return found;
}

/** Waits until an issue shows these two versions. */
export const says = (issue: Locator, one: RegExp, other: RegExp): Promise<void> =>
  expect
    .poll(() => issue.getByRole("definition").allInnerTexts(), PATIENCE)
    .toEqual([expect.stringMatching(one), expect.stringMatching(other)]);

export const isGone = (issue: Locator): Promise<void> =>
  issue.waitFor({ state: "detached", ...PATIENCE });

/** Waits for the reason beside it. */
export const isRefused = (issue: Locator, reason: string): Promise<void> =>
  issue.getByRole("alert").filter({ hasText: reason }).waitFor(PATIENCE);
