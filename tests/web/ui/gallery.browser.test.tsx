import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import { OVERLAYS } from "#tests/web/gallery/overlay-names.ts";
import { faultsOf, tooSmall } from "#tests/web/kit/access.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";

serveEachTest();

const SIZES = [
  ["a narrow phone", 320, 640],
  ["a wide screen", 1280, 800],
] as const;

const standing = () => screen.findByRole("heading", { name: "Over the page" });

describe.each(SIZES)("on %s the gallery of components", (_, width, height) => {
  test("STATE-12: has no fault of access and no sideways scroll", async () => {
    await page.viewport(width, height);
    open("/gallery");
    await standing();
    expect(await faultsOf()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  test.each(OVERLAYS)("STATE-12: has none either under its %s", async (name) => {
    await page.viewport(width, height);
    open(`/gallery?open=${name}`);
    await screen.findByRole(/confirm|refused/.test(name) ? "alertdialog" : "dialog");
    expect(await faultsOf()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});

test("STATE-10: the gallery has no small target under a finger", async () => {
  await page.viewport(320, 640);
  open("/gallery");
  await standing();
  expect(tooSmall()).toEqual([]);
});
