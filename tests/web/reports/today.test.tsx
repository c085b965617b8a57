import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, succeeds } from "#tests/web/kit/fake-server.ts";
import { AT_THEN, byMoment, serveMoments } from "#tests/web/kit/past.ts";
import { dashboard, showingTakings, today, weekOf } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const DASHBOARD = "GET /api/dashboard.php";
const TODAY = "GET /api/v1/today";

const card = async (name = "Today") => {
  const region = await screen.findByRole("region", { name });
  return { text: () => region.textContent, region };
};

test("DASH-12, DASH-13: today's takings are above the period, by method and beside yesterday", async () => {
  fake.server.on(DASHBOARD, succeeds(dashboard()));
  fake.server.on(TODAY, succeeds(today()));
  open("/app/dashboard", "owner");
  const { text, region } = await card();
  await waitFor(() => expect(text()).toContain("GH₵620.50"));
  expect(text()).toContain("6 sales · up +24.1% on yesterday by this time (GH₵500.00)");
  expect(text()).toContain("CashGH₵400.00Mobile moneyGH₵220.50CardGH₵0.00Bank transferGH₵0.00");
  const totals = await screen.findByText("Total Sales");
  const isAbove = region.compareDocumentPosition(totals) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(isAbove).not.toBe(0);
  const link = within(region).getByRole("link", { name: "Today's sales" });
  expect(link.getAttribute("href")).toBe("/app/sales?period=1");
});

test("DASH-13: all of yesterday is shown if nothing was sold by this time", async () => {
  fake.server.on(DASHBOARD, succeeds(dashboard()));
  fake.server.on(TODAY, succeeds(today({ yesterday_by_now: 0 })));
  open("/app/dashboard", "owner");
  const { text } = await card();
  await waitFor(() => expect(text()).toContain("6 sales · GH₵900.00 in all yesterday"));
});

test("DASH-14: seven bars name their day and its takings, the best one is full", async () => {
  fake.server.on(DASHBOARD, succeeds(dashboard()));
  fake.server.on(TODAY, succeeds(today()));
  open("/app/dashboard", "owner");
  const bars = within(await screen.findByRole("list", { name: "The last 7 days" }));
  const items = bars.getAllByRole("listitem");
  expect(items).toHaveLength(7);
  expect(items.at(-1)?.textContent).toContain("26 Nov 2026: GH₵620.50, 6 sales");
  const heights = items.map((item) => item.querySelector<HTMLElement>("[style]")?.style.blockSize);
  expect(heights[5]).toBe("100%");
  expect(heights[0]).toBe("0%");
});

test("DASH-15: a failed load says so in the card, beside the rest of the dashboard", async () => {
  fake.server.on(DASHBOARD, succeeds(dashboard()));
  fake.server.on(TODAY, breaks);
  open("/app/dashboard", "owner");
  await screen.findByText(/Error loading today's takings/);
  await screen.findByText("1,246");
});

test("DASH-03: Refresh fetches today's takings again, too", async () => {
  fake.server.on(DASHBOARD, succeeds(dashboard()));
  fake.server.on(TODAY, succeeds(today()), succeeds(today({ days: weekOf(900, 700) })));
  const user = open("/app/dashboard", "owner");
  const { text } = await card();
  await waitFor(() => expect(text()).toContain("GH₵620.50"));
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(text()).toContain("GH₵700.00"));
});

test("DASH-16: at a past date the card is about that day", async () => {
  serveMoments(fake.server);
  const then = weekOf(90, 45).map(({ day, ...more }) => ({
    ...more,
    day: day.replace("-26", "-20"),
  }));
  fake.server.on(TODAY, byMoment(today(), today({ days: then })));
  open(AT_THEN, "owner");
  const { text } = await card("20 Nov 2026");
  await waitFor(() => expect(text()).toContain("GH₵45.00"));
});

test("DASH-12: a cashier has no card", async () => {
  fake.server.on(DASHBOARD, succeeds(dashboard()));
  fake.server.on("GET /api/v1/settings", succeeds(showingTakings));
  open("/app/dashboard", "cashier");
  await screen.findByText("318");
  expect(fake.server.calls(TODAY)).toEqual([]);
});
