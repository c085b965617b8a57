import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { cdp, page } from "vitest/browser";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import { faultsOf, tooSmall } from "#tests/web/kit/access.ts";
import { open, serveEachTest, type Address } from "#tests/web/kit/app.tsx";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import {
  BY_DAY,
  chartOf,
  days,
  report,
  REPORTS,
  section,
  serveReports,
  SUMMARY,
  sums,
} from "#tests/web/kit/reports.ts";
import { dashboard } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const WIDTHS = [320, 834, 1280] as const;

const noFaults = async () => {
  expect(await faultsOf()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  expect(tooSmall()).toEqual([]);
};

describe("the reports on the narrowest phone", () => {
  test("STATE-12: are accessible with a table and the custom range open", async () => {
    await page.viewport(320, 640);
    serveReports(fake.server);
    const user = open(`${REPORTS}?from=2026-10-23&to=2026-11-21`, "owner");
    await chartOf("Sales in detail");
    await user.click(within(section("Monthly Sales Trend")).getByText("Show as a table"));
    await user.click(within(section("Sales in detail")).getByText("Show as a table"));
    await noFaults();
  });

  test("STATE-12: are accessible with the export dialog open", async () => {
    await page.viewport(320, 640);
    serveReports(fake.server);
    open(`${REPORTS}?export=1`, "owner");
    await screen.findByRole("dialog", { name: "Export reports" });
    await noFaults();
  });
});

test("REP-16: a year of days is one outline as wide as its panel", async () => {
  await page.viewport(1280, 800);
  serveReports(fake.server);
  const year = { ...sums(days), from: "2025-11-22", period: "365" };
  fake.server.on(BY_DAY, succeeds(year));
  open(`${REPORTS}?period=365`, "owner");
  await chartOf("Sales in detail");
  const drawing = section("Sales in detail").querySelector("figure > svg");
  const outline = drawing?.querySelector("path");
  expect(outline?.getBoundingClientRect().width).toBeCloseTo(
    drawing?.getBoundingClientRect().width ?? 0,
    0,
  );
  expect(await faultsOf()).toEqual([]);
});

test("REP-11: prints only the page, dark on white", async () => {
  await page.viewport(794, 1123);
  document.documentElement.dataset["theme"] = "dark";
  serveReports(fake.server);
  open(REPORTS, "owner");
  await chartOf("Sales in detail");
  const shown = (element: Element) => element.checkVisibility();
  const logout = screen.getByRole("button", { name: "Logout" });
  const exporting = screen.getByRole("button", { name: "Export" });
  expect([logout, exporting].map(shown)).toEqual([true, true]);
  await cdp().send("Emulation.setEmulatedMedia", { media: "print" });
  try {
    expect([logout, exporting].map(shown)).toEqual([false, false]);
    expect(shown(screen.getByText("Kwame Boateng"))).toBe(true);
    expect(getComputedStyle(document.body).color).toBe("rgb(26, 25, 23)");
  } finally {
    await cdp().send("Emulation.setEmulatedMedia", { media: "" });
    delete document.documentElement.dataset["theme"];
  }
});

/** The positions of the headings. */
const headings = () =>
  screen
    .getAllByRole("heading")
    .map((heading) => [heading.textContent, Math.round(heading.getBoundingClientRect().top)]);

/** The same page before and after its answer. */
async function beforeAndAfter(path: Address, route: string, answer: object, first: string) {
  let come = (): void => undefined;
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  const arrives = succeeds(answer);
  fake.server.on(route, async (call) => {
    await coming;
    return arrives(call);
  });
  open(path, "owner");
  await screen.findByRole("heading", { name: first });
  const before = headings();
  come();
  await screen.findByText("Milo 400g");
  return { before, after: headings() };
}

describe.each(WIDTHS)("at %i pixels", (width) => {
  const five = <Item,>(item: (index: number) => Item) =>
    Array.from({ length: 5 }, (_, index) => item(index));
  const [sale] = report().recentSales;
  const recentSales = five((index) => ({ ...sale, id: `s-${index}` }));
  const lowStockProducts = five((index) => ({
    id: `p-${index}`,
    name: index === 0 ? "Milo 400g" : `Product ${index}`,
    price: 1,
    stock: index,
  }));

  test("STATE-01: nothing moves when the reports load", async () => {
    await page.viewport(width, 800);
    serveReports(fake.server);
    const topProducts = five((index) => ({
      id: `p-${index}`,
      name: `Best ${index}`,
      total_sold: 5,
      total_revenue: 10 - index,
    }));
    const full = { ...report(), recentSales, lowStockProducts, topProducts };
    const { before, after } = await beforeAndAfter(REPORTS, SUMMARY, full, "Low Stock Alert");
    expect(after).toEqual(before);
  });

  test("STATE-01: nothing moves when the dashboard loads", async () => {
    await page.viewport(width, 800);
    const { growth } = report();
    const full = { ...dashboard(), growth, recentSales, lowStockProducts };
    const route = "GET /api/dashboard.php";
    const { before, after } = await beforeAndAfter("/app/dashboard", route, full, "Low stock");
    expect(after).toEqual(before);
  });
});
