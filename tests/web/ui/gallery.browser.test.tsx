import { render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import { GalleryScreen } from "#tests/tools/gallery/gallery-screen.tsx";
import { OVERLAYS } from "#tests/tools/gallery/overlay-names.ts";
import { faultsOf, tooSmall } from "#tests/web/kit/access.ts";
import { serveEachTest } from "#tests/web/kit/app.tsx";

serveEachTest();

const SIZES = [
  ["a narrow phone", 320, 640],
  ["a wide screen", 1280, 800],
] as const;

const show = (search = "") => {
  window.history.replaceState(null, "", `/${search}`);
  render(<GalleryScreen />);
};

const shown = () => screen.findByRole("heading", { name: "Over the page" });

describe.each(SIZES)("on %s the gallery of components", (_, width, height) => {
  test("STATE-12: has no accessibility faults and no sideways scroll", async () => {
    await page.viewport(width, height);
    show();
    await shown();
    expect(await faultsOf()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  test.each(OVERLAYS)("STATE-12: has none either under its %s", async (name) => {
    await page.viewport(width, height);
    show(`?open=${name}`);
    await screen.findByRole(/confirm|refused/.test(name) ? "alertdialog" : "dialog");
    expect(await faultsOf()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});

test("STATE-10: the gallery has no small touch targets", async () => {
  await page.viewport(320, 640);
  show();
  await shown();
  expect(tooSmall()).toEqual([]);
});
