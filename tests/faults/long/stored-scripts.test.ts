import { afterAll, beforeAll, expect } from "vitest";

import { DESKTOP } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openHostileShop } from "#tests/kit/browser/screens/hostile-shop.ts";
import { HOSTILE_TEXTS } from "#tests/kit/browser/screens/hostile-texts.ts";
import {
  listenTo,
  pathsOf,
  ranAsMarkup,
  readScreen,
} from "#tests/kit/browser/screens/hostile-visit.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

const FILL_WITHIN_MS = 300_000;
const LONG_MS = 1_200_000;
const FEWEST_TEXTS = 40;

describeWith(["postgres", "chromium"], "scripts in every text field", () => {
  let app: OpenProduct;
  let readers: readonly (readonly [Signed | undefined, readonly string[]])[];
  beforeAll(async () => {
    app = await openProduct({ MESSAGES_PER_HOUR: "1000", TEST_MAILS_PER_HOUR: "1000" });
    const admin = await app.signedIn("admin");
    const shop = await openHostileShop(app.api, admin);
    readers = [
      [shop, pathsOf("owner")],
      [admin, pathsOf("admin")],
    ];
  }, FILL_WITHIN_MS);
  afterAll(() => app.close());

  /** Reads every screen of the shop's owner and of the super admin. */
  async function readAll(bypassCSP: boolean) {
    const seen = { screens: 0, executions: 0 };
    for (const [signed, paths] of readers) {
      const { page, context } = await app.visitAs(signed, { size: DESKTOP, bypassCSP });
      const ran = listenTo(page);
      for (const path of paths) {
        await readScreen(page, app.url, path);
        seen.screens += 1;
      }
      expect(ran).toEqual([]);
      seen.executions += ran.length;
      await context.close();
    }
    return seen;
  }

  row(
    7,
    "run on no screen, with and without the content policy",
    async ({ figure, control }) => {
      expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(FEWEST_TEXTS);
      for (const bypassCSP of [false, true]) {
        const { screens, executions } = await readAll(bypassCSP);
        expect(screens).toBeGreaterThan(30);
        const how = `on ${screens} screens ${bypassCSP ? "without" : "with"} the policy`;
        figure(`executions of ${HOSTILE_TEXTS.length} texts ${how}`, executions, { exactly: 0 });
      }
      const size = DESKTOP;
      const { context } = await app.visitAs(undefined, { size, bypassCSP: true });
      const alive = await ranAsMarkup(context, `${app.url}/auth/login`);
      control("executions where a screen writes them as markup", alive, { atLeast: 8 });
      await context.close();
    },
    LONG_MS,
  );
});
