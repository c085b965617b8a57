// @vitest-environment node
import { expect, test } from "vitest";

import { SCREENS } from "#tests/kit/browser/screens/all-screens.ts";
import { type Page, pages } from "#web/pages.ts";

/** "/app/sales?view=1" is a screen of "/app/sales", "/app/sales/7" is not. */
const isOf = (path: string, page: Page): boolean =>
  [page.path, page.also].includes(path.split("?")[0]);

test.for(Object.entries(pages))(
  "%s has a screen that is opened in every state, in tests/kit/browser/screens/by-area",
  ([, page]) => {
    expect(SCREENS.map(({ path }) => path).filter((path) => isOf(path, page))).not.toEqual([]);
  },
);

const ofNoPage = new Set(["not-found", "app-not-found"]);

test.for(SCREENS.filter(({ name }) => !ofNoPage.has(name)))(
  "the screen $name is of a page that is listed in web/pages.ts",
  ({ path }) => {
    const found = Object.values(pages).filter((page) => isOf(path, page));
    expect(found.map(({ title }) => title)).not.toEqual([]);
  },
);
