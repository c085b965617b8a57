import { afterAll, beforeAll, expect, test } from "vitest";

import type { OpenedPage } from "#tests/kit/browser.ts";
import { describeWith } from "#tests/kit/describe-with.ts";
import { SCREENS } from "#tests/kit/screens/catalogue.ts";
import {
  axeFaults,
  faultsOfLargeText,
  sidewaysPx,
  smallTargets,
} from "#tests/kit/screens/checks.ts";
import { type House, openHouse, type Visitor } from "#tests/kit/screens/house.ts";
import { openScreen } from "#tests/kit/screens/screen.ts";
import { openState, withStates } from "#tests/kit/screens/states.ts";

const NARROW = { width: 320, height: 640 };
const PHONE = { width: 360, height: 740 };
const TABLET = { width: 820, height: 1180 };

describeWith(["postgres", "chromium"], "every screen and state", () => {
  let house: House;
  const pages = new Map<string, Promise<OpenedPage>>();
  const pageOf = async (who: Visitor, scheme: "light" | "dark" = "light") => {
    const key = `${who} ${scheme}`;
    const opening = pages.get(key) ?? house.visit(who, { size: PHONE, scheme });
    pages.set(key, opening);
    return (await opening).page;
  };
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  test.each(SCREENS)(
    "STATE-09, STATE-10, STATE-11, STATE-12: $name is for every eye, hand and size",
    async (screen) => {
      const page = await pageOf(screen.who);
      await openScreen(page, house.url, screen);
      expect(await axeFaults(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      expect(await faultsOfLargeText(page)).toEqual([]);
      await page.setViewportSize(NARROW);
      expect(await sidewaysPx(page)).toBeLessThanOrEqual(0);
      await page.setViewportSize(TABLET);
      expect(await smallTargets(page)).toEqual([]);
      await page.setViewportSize(PHONE);
    },
  );

  test.each(SCREENS)("STATE-12: $name has nothing that axe finds in the dark", async (screen) => {
    const page = await pageOf(screen.who, "dark");
    await openScreen(page, house.url, screen);
    expect(await axeFaults(page)).toEqual([]);
  });

  test.each(withStates(SCREENS))(
    "STATE-02, STATE-12: $screen.name that is $state has nothing that axe finds, and heals",
    async ({ screen, state }) => {
      for (const scheme of ["light", "dark"] as const) {
        const page = await pageOf(screen.who, scheme);
        const heal = await openState(page, house.url, { screen, state });
        expect(await axeFaults(page)).toEqual([]);
        await heal();
        const again = page.getByRole("button", { name: /^(Try Again|Retry)$/ });
        if (state !== "loading") await again.click();
        await again.waitFor({ state: "detached" });
      }
    },
  );
});
