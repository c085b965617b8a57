import { afterAll, beforeAll, expect, test } from "vitest";

import type { OpenedPage } from "#tests/kit/browser/browser.ts";
import { SCREENS } from "#tests/kit/browser/screens/all-screens.ts";
import {
  axeFaults,
  faultsOfLargeText,
  sidewaysPx,
  smallTargets,
} from "#tests/kit/browser/screens/checks.ts";
import { expectScreenOk } from "#tests/kit/browser/screens/expect-screen-ok.ts";
import {
  type OpenProduct,
  openProduct,
  type Visitor,
} from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const NARROW = { width: 320, height: 640 };
const PHONE = { width: 360, height: 740 };
const TABLET = { width: 820, height: 1180 };

describeWith(["postgres", "chromium"], "every screen", () => {
  let app: OpenProduct;
  const pages = new Map<Visitor, Promise<OpenedPage>>();
  /** One page per visitor; a screen that fails gives its page to no other. */
  const pageOf = async (who: Visitor) => {
    const opening = pages.get(who) ?? app.visit(who, { size: PHONE });
    pages.set(who, opening);
    const opened = await opening;
    await opened.page.setViewportSize(PHONE);
    return opened;
  };
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  test.each(SCREENS)(
    "STATE-09, STATE-10, STATE-11, STATE-12, STATE-14, MONEY-03: $name is accessible in both themes, at every size and for touch",
    async (screen) => {
      const opened = await pageOf(screen.who);
      const { page } = opened;
      await expectScreenOk(opened, { url: app.url, screen, isWide: false });
      expect(await axeFaults(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      expect(await faultsOfLargeText(page)).toEqual([]);
      await page.setViewportSize(NARROW);
      expect(await sidewaysPx(page)).toBeLessThanOrEqual(0);
      await page.setViewportSize(TABLET);
      expect(await smallTargets(page)).toEqual([]);
      expect(await faultsOfLargeText(page)).toEqual([]);
    },
  );
});
