import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";

import { FIRST_STEPS_PATH } from "#kernel/contract/api/reports/first-steps.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { press } from "#tests/web/kit/hands.ts";
import { dashboard, firstSteps, NO_STEPS, showingTakings, today } from "#tests/web/kit/shop.ts";
import { queryClient } from "#web/app/query.ts";

const STEPS = `GET ${FIRST_STEPS_PATH}`;
const CHANGE = "PUT /api/v1/settings/business";
const DASHBOARD = "GET /api/dashboard.php";
const PATH = "/app/dashboard";

const fake = serveEachTest();
const asked = () => fake.server.calls(STEPS).length;
const changes = () => fake.server.calls(CHANGE).map(({ body }) => body);

beforeEach(() => localStorage.clear());

function serve(...steps: Parameters<typeof fake.server.on>[1][]) {
  fake.server.on(DASHBOARD, succeeds(dashboard()));
  fake.server.on("GET /api/v1/today", succeeds(today()));
  fake.server.on(STEPS, ...steps);
}

const card = () => screen.findByRole("region", { name: "First steps" });
const row = async (title: string): Promise<HTMLElement> =>
  (await within(await card()).findByText(title)).closest("li") ?? document.body;
const hrefOf = async (name: string) =>
  (await within(await card()).findByRole("link", { name })).getAttribute("href");

describe("the first steps of a new shop", () => {
  test("DASH-18: take the place of zeros until the first sale, and lead where each is done", async () => {
    serve(succeeds({ ...NO_STEPS, receipt: true }));
    open(PATH, "owner");
    expect((await row("Phone number on receipts")).textContent).toContain("Done");
    expect((await row("Add your products")).textContent).toContain("To do");
    expect(await hrefOf("From a list")).toBe("/app/products?starter=1");
    expect(await hrefOf("By hand")).toBe("/app/products?add=1");
    expect(await hrefOf("By scanning")).toBe("/app/sell");
    expect(await hrefOf("From a CSV file")).toBe("/app/products?import=1");
    expect(await hrefOf("Make your first sale")).toBe("/app/sell");
    expect(await hrefOf("Invite your staff")).toBe("/app/team");
    expect(screen.queryByText("Total Sales")).toBeNull();
    expect(screen.queryByText("New Sale")).toBeNull();
  });

  test("DASH-18: are above the figures after the first sale, until all are done", async () => {
    serve(succeeds({ ...NO_STEPS, sale: true, products: true }), succeeds(firstSteps()));
    open(PATH, "owner");
    const steps = await card();
    const total = await screen.findByText("Total Sales");
    expect(steps.compareDocumentPosition(total)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(within(steps).queryByText("By hand")).toBeNull();
    await queryClient.invalidateQueries();
    await waitFor(() => expect(screen.queryByText("First steps")).toBeNull());
  });

  test("DASH-20: the rule for stock is chosen with one press", async () => {
    serve(succeeds(NO_STEPS), succeeds({ ...NO_STEPS, stock_rule: true }));
    fake.server.on(CHANGE, succeeds({ id: "tenant-adom" }));
    const user = open(PATH, "owner");
    await press(user, "Sell anyway");
    const title = "When stock runs out";
    await waitFor(async () => expect((await row(title)).textContent).toBe(`${title}Done`));
    expect(changes()).toEqual([{ oversell_policy: "allow", stock_rule_chosen: true }]);
  });

  test("DASH-21: are hidden with one press; a refusal says why", async () => {
    serve(succeeds(NO_STEPS), succeeds(NO_STEPS), succeeds({ ...NO_STEPS, hidden: true }));
    fake.server.on(CHANGE, refuses(409, "Another device changed this"), succeeds({ id: "t" }));
    const user = open(PATH, "owner");
    await press(user, "Hide");
    await screen.findByText(/Another device changed this/);
    await press(user, "Hide");
    await screen.findByText("Total Sales");
    expect(screen.queryByText("Add your products")).toBeNull();
    expect(changes()).toEqual([{ first_steps_hidden: true }, { first_steps_hidden: true }]);
  });

  test("DASH-18: once over, the device does not ask again; until then it shows what it knows", async () => {
    serve(succeeds(NO_STEPS), succeeds(firstSteps()));
    open(PATH, "owner");
    await card();
    cleanup();
    queryClient.clear();
    open(PATH, "owner");
    await screen.findByText("Total Sales");
    expect(asked()).toBe(2);
    cleanup();
    queryClient.clear();
    open(PATH, "owner");
    await screen.findByText("Total Sales");
    expect(asked()).toBe(2);
  });

  test("DASH-10: today's takings are requested beside the steps, not after them", async () => {
    serve(hangs);
    open(PATH, "owner");
    await waitFor(() => expect(asked()).toBe(1));
    expect(fake.server.calls("GET /api/v1/today")).toHaveLength(1);
    expect(screen.queryByRole("region", { name: "Today" })).toBeNull();
  });

  test.each(["manager", "cashier"])("DASH-18: a %s is not shown them", async (role) => {
    serve(succeeds(NO_STEPS));
    fake.server.on("GET /api/v1/settings", succeeds(showingTakings));
    open(PATH, role);
    await screen.findByText("318");
    expect(asked()).toBe(0);
  });

  test("DASH-18: without them the dashboard is as ever", async () => {
    serve(breaks);
    open(PATH, "owner");
    await screen.findByText("Total Sales");
    expect(screen.queryByText("First steps")).toBeNull();
  });
});
