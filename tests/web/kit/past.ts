import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";

import { open } from "./app.tsx";
import type { Answer, Call, FakeServer } from "./fake-server.ts";
import { succeeds } from "./fake-server.ts";
import { BY_DAY, report, SUMMARY, sums } from "./reports.ts";
import { abena, dashboard, kwame, milk, paste, sale } from "./shop.ts";

/** Accra uses UTC. */
export const THEN = "2026-11-20T17:30:00.000Z";
export const AT_THEN = `/app/dashboard?as_of=${encodeURIComponent(THEN)}` as const;
export const THEN_IN_WORDS = "Viewing 20 Nov 2026, 17:30";

export const DASHBOARD = "GET /api/dashboard.php";
export const PRODUCTS = "GET /api/products.php";
export const SALES = "GET /api/sales.php";
export const CUSTOMERS = "GET /api/customers.php";

/** Answers, like the server, with the event number and the time of a moment. */
const knowsMoments =
  (data: unknown): Answer =>
  (call: Call) =>
    succeeds(data, { "x-as-of": "41", "x-as-of-at": THEN })(call);

/** One response for the present, another for the past. */
export const byMoment =
  (now: unknown, then: unknown): Answer =>
  (call: Call) =>
    (call.query.has("as_of") ? knowsMoments(then) : succeeds(now))(call);

/** The moment of each request. */
export const momentsOf = (calls: readonly Call[]): (string | null)[] =>
  calls.map(({ query }) => query.get("as_of"));

/** A dashboard of 9 orders. */
export const earlier = dashboard({ totalSales: 900, totalOrders: 9 });

export function serveMoments(server: FakeServer): void {
  server.on(DASHBOARD, byMoment(dashboard(), earlier));
  server.on(PRODUCTS, byMoment([milk, paste], [{ ...milk, stock: 60, stock_exact: 60 }]));
  server.on(SALES, byMoment([sale({ id: "s-now" })], [sale({ id: "s-then", first_name: "Efua" })]));
  server.on(CUSTOMERS, byMoment([kwame, abena], [kwame]));
  server.on(SUMMARY, byMoment(report(), report({ totalOrders: 8 })));
  server.on(BY_DAY, byMoment(sums([]), sums([])));
}

export const pastBar = () => screen.findByRole("region", { name: "Past date" });

export const figureOf = (name: string) => screen.getByText(name).closest("div")?.textContent;

export const follow = async (user: ReturnType<typeof open>, name: string) =>
  user.click(within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name }));

/** An owner who views the dashboard of half past five. */
export async function openThen(server: FakeServer, role = "owner") {
  serveMoments(server);
  const user = open(AT_THEN, role);
  await pastBar();
  await waitFor(() => expect(figureOf("Orders")).toContain("9"));
  return user;
}
