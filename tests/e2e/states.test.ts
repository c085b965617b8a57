import { afterAll, beforeAll, expect, test } from "vitest";

import { type OpenedPage, PHONE } from "#tests/kit/browser/browser.ts";
import { SCREENS } from "#tests/kit/browser/screens/all-screens.ts";
import { axeFaults } from "#tests/kit/browser/screens/checks.ts";
import {
  type OpenProduct,
  openProduct,
  type Visitor,
} from "#tests/kit/browser/screens/open-product.ts";
import { openState, waitingScreens } from "#tests/kit/browser/screens/states.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

describeWith(["postgres", "chromium"], "every screen that is loading, refused or broken", () => {
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

  test.each(waitingScreens(SCREENS))(
    "STATE-02, STATE-12: $name has no fault that axe finds while it loads, when it is refused or broken, and recovers",
    async (screen) => {
      const { page } = await pageOf(screen.who);
      const { become, recover } = await openState(page, app.url, { screen, state: "loading" });
      expect(await axeFaults(page)).toEqual([]);
      await become("refused");
      expect(await axeFaults(page)).toEqual([]);
      await become("broken");
      expect(await axeFaults(page)).toEqual([]);
      await recover();
    },
  );
});
