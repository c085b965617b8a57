import { expect, test } from "vitest";

import { SCREENS } from "#tests/kit/browser/screens/all-screens.ts";
import { axeFaults } from "#tests/kit/browser/screens/checks.ts";
import { openState, waitingScreens } from "#tests/kit/browser/screens/states.ts";
import { useVisitors } from "#tests/kit/browser/screens/use-visitors.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

describeWith(["postgres", "chromium"], "every screen that is loading, refused or broken", () => {
  const { url, pageOf } = useVisitors();

  test.each(waitingScreens(SCREENS))(
    "STATE-02, STATE-12: $name has no fault that axe finds while it loads, when it is refused or broken, and recovers",
    async (screen) => {
      const { page } = await pageOf(screen.who);
      const { become, recover } = await openState(page, url(), { screen, state: "loading" });
      expect(await axeFaults(page)).toEqual([]);
      await become("refused");
      expect(await axeFaults(page)).toEqual([]);
      await become("broken");
      expect(await axeFaults(page)).toEqual([]);
      await recover();
    },
  );
});
