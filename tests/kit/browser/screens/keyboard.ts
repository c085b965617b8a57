import type { Page } from "playwright-core";

const MOST_STEPS = 80;

const nameOfFocused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement)) return "";
    const labels = "labels" in focused ? focused.labels : undefined;
    const label = labels instanceof NodeList ? labels[0]?.textContent : undefined;
    return (focused.getAttribute("aria-label") ?? label ?? focused.textContent ?? "").trim();
  });

/** Presses Tab until the control of that name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const focused = await nameOfFocused(page);
    const isThere = typeof name === "string" ? focused.startsWith(name) : name.test(focused);
    if (isThere) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${String(name)}`);
}
