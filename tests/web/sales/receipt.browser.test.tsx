import { screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { cdp, page } from "vitest/browser";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import { faultsOf, tooSmall } from "#tests/web/kit/access.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { sale, saleDetail, settings } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const ID = "01990000-0000-7000-8000-00009f3c21ab";
const MM = 96 / 25.4;

async function openSale(paper = "roll80") {
  localStorage.setItem("receipt-paper", paper);
  await page.viewport(360, 740);
  fake.server.on("GET /api/sales.php", succeeds([sale({ id: ID })]));
  fake.server.on("GET /api/v1/settings", succeeds(settings));
  fake.server.on(`GET /api/v1/sales/${ID}`, succeeds(saleDetail({ id: ID })));
  const user = open(`/app/sales?sale=${ID}`, "owner");
  await screen.findByText(/14 Oxford Street/);
  return user;
}

const onMedia = (media: "print" | "") => cdp().send("Emulation.setEmulatedMedia", { media });

describe("a printed receipt", () => {
  afterEach(async () => {
    window.dispatchEvent(new Event("afterprint"));
    await onMedia("");
  });

  test.each([
    ["roll80", 72],
    ["roll58", 48],
    ["a4", 150],
  ])("SALE-15: on %s is %i mm wide and alone on its page", async (paper, width) => {
    await openSale(paper);
    window.dispatchEvent(new Event("beforeprint"));
    await onMedia("print");
    const drawn = [...document.body.children].filter((part) => part.getClientRects().length > 0);
    expect(drawn).toHaveLength(1);
    const [receipt] = drawn;
    expect(receipt?.hasAttribute("data-receipt")).toBe(true);
    expect(receipt?.getBoundingClientRect().width).toBeCloseTo(width * MM, 0);
    expect(receipt?.scrollWidth).toBeLessThanOrEqual(Math.ceil(width * MM));
  });
});

test("STATE-10, STATE-12: the detail of a sale and the question before a void are accessible", async () => {
  const user = await openSale();
  expect(await faultsOf()).toEqual([]);
  expect(tooSmall()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Void sale" }));
  await screen.findByRole("alertdialog");
  expect(await faultsOf()).toEqual([]);
});
