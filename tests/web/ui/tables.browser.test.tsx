import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { abena, milk, noodles, sale } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const WIDTH = 820;

describe("on a tablet with text of twice the size", () => {
  beforeEach(async () => {
    await page.viewport(WIDTH, 1180);
    document.documentElement.style.fontSize = "200%";
    fake.server.on("GET /api/products.php", succeeds([milk, noodles]));
    fake.server.on("GET /api/customers.php", succeeds([abena]));
    fake.server.on(
      "GET /api/sales.php",
      succeeds([sale({ id: "s-1", total_amount: 1_234_567.89, payment_method: "bank_transfer" })]),
    );
  });
  afterEach(() => {
    document.documentElement.style.fontSize = "";
  });

  test.each(["products", "inventory", "customers", "sales"] as const)(
    "STATE-11: the table of %s scrolls inside its box, the page does not",
    async (name) => {
      open(`/app/${name}`, "owner");
      const table = await screen.findByRole("table");
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(WIDTH);
      const tools = [...table.querySelectorAll("td")].at(-1);
      tools?.scrollIntoView({ inline: "end" });
      expect(tools?.getBoundingClientRect().right).toBeLessThanOrEqual(WIDTH);
      expect(window.scrollX).toBe(0);
    },
  );
});
