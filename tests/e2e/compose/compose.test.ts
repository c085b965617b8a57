import { afterAll, beforeAll, expect, test } from "vitest";

import { liveTheFirstDay } from "#tests/e2e/first-day.ts";
import { DESKTOP, openBrowser, openPage, PHONE } from "#tests/kit/browser/browser.ts";

import { type Composed, composed } from "./composed.ts";

let product: Composed;

beforeAll(async () => {
  product = await composed("tillbook-test");
  await product.compose("up", "--build", "--wait", "--quiet-pull");
});

afterAll(() => product.remove());

test.each([
  ["a phone", PHONE],
  ["a desktop", DESKTOP],
])("on %s a shop completes its first day in the composed product", async (_, size) => {
  const browser = await openBrowser();
  try {
    const { page, complaints } = await openPage(browser, size);
    await liveTheFirstDay(page, product.url);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
