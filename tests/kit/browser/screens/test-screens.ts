import { afterAll, beforeAll, test } from "vitest";

import { type OpenedPage, PHONE } from "#tests/kit/browser/browser.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { SCREENS } from "./all-screens.ts";
import { expectScreenOk } from "./expect-screen-ok.ts";
import { type OpenProduct, openProduct, type Visitor } from "./open-product.ts";

/** Tests every screen of these visitors, each visitor in one page. */
export function testScreensOf(isTested: (who: Visitor) => boolean): void {
  describeWith(["postgres", "chromium"], "every screen", () => {
    let app: OpenProduct;
    const pages = new Map<Visitor, Promise<OpenedPage>>();
    const pageOf = (who: Visitor): Promise<OpenedPage> => {
      const opening = pages.get(who) ?? app.visit(who, { size: PHONE });
      pages.set(who, opening);
      return opening;
    };
    beforeAll(async () => {
      app = await openProduct();
    });
    afterAll(() => app.close());

    test.each(SCREENS.filter(({ who }) => isTested(who)))(
      "STATE-09, STATE-10, STATE-11, STATE-12, STATE-14, STATE-22, MONEY-03: $name is accessible in both themes, at every size and for touch, and logs no error",
      async (screen) => {
        await expectScreenOk(await pageOf(screen.who), { url: app.url, screen });
      },
    );
  });
}
