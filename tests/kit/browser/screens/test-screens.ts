import { test } from "vitest";

import { describeWith } from "#tests/kit/services/describe-with.ts";

import { SCREENS } from "./all-screens.ts";
import { expectScreenOk } from "./expect-screen-ok.ts";
import type { Visitor } from "./open-product.ts";
import { useVisitors } from "./use-visitors.ts";

/** Tests every screen of these visitors, each visitor in one page. */
export function testScreensOf(isTested: (who: Visitor) => boolean): void {
  describeWith(["postgres", "chromium"], "every screen", () => {
    const { url, pageOf } = useVisitors();

    test.each(SCREENS.filter(({ who }) => isTested(who)))(
      "STATE-09, STATE-10, STATE-11, STATE-12, STATE-14, STATE-22, MONEY-03: $name is accessible in both themes, at every size and for touch, and logs no error",
      async (screen) => {
        await expectScreenOk(await pageOf(screen.who), { url: url(), screen });
      },
    );
  });
}
