import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { dashboard, today, weekOf } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const WIDTH = 360;

describe("on a phone with text of twice the size", () => {
  beforeEach(async () => {
    await page.viewport(WIDTH, 740);
    document.documentElement.style.fontSize = "200%";
  });
  afterEach(() => {
    document.documentElement.style.fontSize = "";
  });

  test.each([12_345.6, 123_456.78, 1_234_567.8, 12_345_678.9])(
    "STATE-11: a leading figure of %d fits",
    async (amount) => {
      fake.server.on("GET /api/dashboard.php", succeeds(dashboard({ totalSales: amount })));
      fake.server.on("GET /api/v1/today", succeeds(today({ days: weekOf(900, amount) })));
      open("/app/dashboard", "owner");
      const words = amount.toLocaleString("en", { minimumFractionDigits: 2 });
      const figures = await screen.findAllByText(words, { exact: false });
      expect(figures.length).toBeGreaterThanOrEqual(2);
      for (const figure of figures) {
        expect(figure.getBoundingClientRect().right).toBeLessThanOrEqual(WIDTH);
      }
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(WIDTH);
    },
  );
});
