import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { product } from "#tests/web/kit/shop.ts";
import { openTill, press, PRODUCTS, shelf, tile, tillEachTest } from "#tests/web/kit/till.tsx";

const fake = tillEachTest();

const omo = product({ id: "p-omo", name: "Omo 500g", price: 24, stock: 8, stock_exact: 8 });

const SIZES = [
  ["a phone", 360, 740],
  ["a desktop", 1280, 800],
] as const;

describe.each(SIZES)("on %s", (_, width, height) => {
  test("STATE-41: the price stays where it is when the count in the corner appears", async () => {
    await page.viewport(width, height);
    fake.server.on(PRODUCTS, succeeds([omo, ...shelf]));
    await openTill();
    await screen.findByText("8 left");
    const places = () => {
      const { top, height: high } = tile("Omo 500g").getBoundingClientRect();
      const price = within(tile("Omo 500g"))
        .getByText(/^24\.00/)
        .getBoundingClientRect();
      return { top, high, priceTop: price.top, priceLeft: price.left };
    };
    const before = places();
    press(/^Omo 500g/);
    await screen.findByText(/×1$/);
    expect(places()).toEqual(before);
    const left = screen.getByText("8 left").getBoundingClientRect();
    const mark = screen.getByText(/×1$/).getBoundingClientRect();
    expect(left.right <= mark.left || left.bottom <= mark.top).toBe(true);
  });
});
