import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";
import * as z from "zod/mini";

// Minified, because each page compiles it.
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The axe rules that a change of colours can break. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const LEAST_TARGET_PX = 44;

const Violations = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** What axe reports about the page in the light theme, and about its colours in the dark theme. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const inLight = await faultsBy(page, RULES);
  await turnTo(page, "dark");
  const inDark = await faultsBy(page, { type: "rule", values: COLOUR_RULES });
  await turnTo(page, "light");
  return [...inLight, ...inDark.map((fault) => `dark: ${fault}`)];
}

/** Without colour transitions, so that the new colours apply at once. */
async function turnTo(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => {
    for (const fading of document.getAnimations()) {
      if (fading instanceof CSSTransition) fading.finish();
    }
  });
}

async function faultsBy(page: Page, runOnly: unknown): Promise<string[]> {
  const options = JSON.stringify({ runOnly, resultTypes: ["violations"], preload: false });
  const run = `axe.run(document, ${options}).then((r) => r.violations)`;
  const violations = Violations.parse(await page.evaluate(run));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`);
}

/** How far the page scrolls sideways, in px. */
export const sidewaysPx = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/**
 * Controls with less than 44 px to press. Measured where a press lands, since a control may be
 * larger than it looks. A link in a sentence may be as low as its line.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const CONTROLS = "button, a[href], input, select, textarea, summary, [role=tab], [role=option]";
    const HALF = least / 2 - 0.5;
    const inSentence = (control: Element) =>
      control.matches("a") &&
      [...(control.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
      );
    const isShown = (control: Element) =>
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      control.closest("[inert], [aria-hidden=true]") === null &&
      control.getBoundingClientRect().width > 1;
    const hits = (control: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      const label = control.closest("label");
      return hit !== null && (control.contains(hit) || label?.contains(hit) === true);
    };
    const isLarge = (pressed: Element | null) => {
      const { width = 0, height = 0 } = pressed?.getBoundingClientRect() ?? {};
      return width >= least - 0.5 && height >= least - 0.5;
    };
    /** The row, if the link covers it. */
    const rowOf = (control: Element) => {
      const isCover = getComputedStyle(control, "::after").position === "absolute";
      return isCover && control.matches("li a") ? control.closest("li") : null;
    };
    const isSmall = (control: Element) => {
      if ([control, control.closest("label"), rowOf(control)].some(isLarge)) return false;
      control.scrollIntoView({ block: "center", inline: "center" });
      const box = control.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const reaches = [
        [x, y - HALF],
        [x, y + HALF],
        [x - HALF, y],
        [x + HALF, y],
      ] as const;
      return !reaches.every(([atX, atY]) => hits(control, atX, atY));
    };
    return [...document.querySelectorAll(CONTROLS)]
      .filter((control) => isShown(control) && !inSentence(control) && isSmall(control))
      .map((control) => {
        const { width, height } = control.getBoundingClientRect();
        const name = control.getAttribute("aria-label") ?? control.textContent;
        return `${name} ${Math.round(width)}x${Math.round(height)}`;
      });
  }, LEAST_TARGET_PX);

/** What cannot be read or pressed with text of twice the size. */
export async function faultsOfLargeText(page: Page): Promise<string[]> {
  const setFontSize = (size: string) =>
    page.evaluate((value) => {
      document.documentElement.style.fontSize = value;
    }, size);
  await setFontSize("200%");
  const sideways = await sidewaysPx(page);
  const faults = [
    ...(sideways > 0 ? [`moves sideways by ${sideways}: ${await widest(page)}`] : []),
    ...(await cutOffTexts(page)),
    ...(await controlsOutOfReach(page)),
  ];
  await setFontSize("");
  return faults;
}

/** The innermost elements that reach over the right edge, by their texts. */
const widest = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const reachesOver = (element: Element) => element.getBoundingClientRect().right > width + 1;
    return [...document.querySelectorAll("body *")]
      .filter((element) => reachesOver(element) && ![...element.children].some(reachesOver))
      .map((element) => `${element.tagName} "${element.textContent?.slice(0, 40)}"`)
      .join(", ");
  });

const cutOffTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCutOff = (element: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isWider = element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
      return isWider && ["hidden", "clip"].includes(overflowX) && textOverflow !== "ellipsis";
    };
    return [...document.querySelectorAll("main *, [role=dialog] *")]
      .filter((element) => element.textContent?.trim() !== "" && isCutOff(element))
      .map((element) => `cut off: ${element.textContent?.slice(0, 40)}`);
  });

const controlsOutOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isOut = (control: Element) => {
      control.scrollIntoView({ block: "center", inline: "center" });
      const box = control.getBoundingClientRect();
      return box.width > 1 && (box.left < -1 || box.right > width + 1);
    };
    return [...document.querySelectorAll("button, a[href], input, select, textarea")]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => control.closest("[inert], [aria-hidden=true]") === null)
      .filter(isOut)
      .map(
        (control) => `out of reach: ${control.getAttribute("aria-label") ?? control.textContent}`,
      );
  });

/** The words of table heads that cannot be seen: a table that is a list on a phone hides its head there. */
export const hiddenTableHeads = (page: Page): Promise<string[]> =>
  page.locator("thead").evaluateAll((heads) =>
    heads
      .filter((head) => head.closest("[hidden], details:not([open])") === null)
      .filter((head) => getComputedStyle(head).clipPath !== "none")
      .map((head) => head.textContent),
  );
