import type { Locator, Page } from "playwright-core";

/** Whether all of it is in the window. */
export const isWhole = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  });

/** Names in the top bar and in the shortcuts whose end is cut, and badges lower than their text. */
export const cutNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.clientWidth > 1 &&
      Number.parseFloat(getComputedStyle(element).fontSize) > 0;
    const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
      scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 4;
    return [...document.querySelectorAll("header *, nav *")]
      .filter((element) => element.children.length === 0 && isSeen(element) && isCut(element))
      .map((element) => element.textContent ?? "");
  });

/** Buttons that do not contain all of their text, or reach over the window's edge. */
export const cutButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // In a row that scrolls sideways, what is cut comes into view.
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (["auto", "scroll"].includes(getComputedStyle(element).overflowX) ||
        scrolls(element.parentElement));
    const isHidden = (element: Element) =>
      element.closest("[inert], [aria-hidden=true], dialog:not([open])") !== null ||
      !element.checkVisibility({ visibilityProperty: true });
    /** The edges of what is read on it, without words for screen readers alone. */
    const edgesOfText = (button: Element) => {
      const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      const edges: DOMRect[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if ((node.parentElement?.clientWidth ?? 0) === 1) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        edges.push(range.getBoundingClientRect());
      }
      return edges.filter(({ width }) => width > 1);
    };
    const isCut = (button: Element) => {
      const box = button.getBoundingClientRect();
      if (box.right > innerWidth + 1 && !scrolls(button.parentElement)) return true;
      return edgesOfText(button).some(
        ({ left, right }) => left < box.left - 1 || right > box.right + 1,
      );
    };
    return [...document.querySelectorAll("button")]
      .filter((button) => button.textContent?.trim() !== "" && !isHidden(button))
      .filter(isCut)
      .map((button) => button.getAttribute("aria-label") ?? button.textContent);
  });

/** Texts in it that reach over an edge of the window. */
export const reachesOut = (region: Locator): Promise<string[]> =>
  region.evaluate((element) => {
    const words: string[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      if (width > 1 && (left < -1 || right > innerWidth + 1)) words.push(`${node.textContent}`);
    }
    return words;
  });
