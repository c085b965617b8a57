import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import type { SaleItem } from "#kernel/contract/api/sale.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds, type Answer } from "#tests/web/kit/fake-server.ts";
import { AlwaysInView, onPhone } from "#tests/web/kit/phone.ts";
import { sale } from "#tests/web/kit/shop.ts";
import { boundsOf } from "#web/features/sales/filters/sales-filter.ts";

const fake = serveEachTest();

const LIST = "GET /api/sales.php";
const SUMS = "GET /api/v1/sales/sums";
const VOID = "DELETE /api/sales.php";
const PATH = "/app/sales";

const kwames = sale({
  id: "01990000-0000-7000-8000-00009f3c21ab",
  first_name: "Kwame",
  last_name: "Boateng",
  payment_method: "mobile_money",
  total_amount: 1_234.5,
});
const walkIn = sale({ id: "01990000-0000-7000-8000-000041d07be9" });

const counting = (sales: readonly SaleItem[], total = sales.length) =>
  succeeds(sales, { "x-total-count": String(total) });

/** Answers by the search text. */
const asking =
  (name: string, first: string, then: Answer, otherwise: Answer): Answer =>
  (call) =>
    (call.query.get(name) === first ? then : otherwise)(call);

const asked = () => fake.server.calls(LIST).at(-1)?.query;

describe("the list of sales", () => {
  test("SALE-01, MONEY-02: shows the receipt number, the end of the id, the customer, the payment, the total and the time", async () => {
    fake.server.on(LIST, counting([kwames, walkIn]));
    open(PATH, "owner");
    const row = await screen.findByRole("row", { name: /Kwame Boateng/ });
    for (const part of [
      "1-000001 9f3c21ab",
      "3 items",
      "Mobile money",
      "GH₵1,234.50",
      "21 Nov, 11:42",
    ]) {
      expect(row.textContent).toContain(part);
    }
    screen.getByRole("row", { name: /Walk-in Customer/ });
    await screen.findByText("2 sales");
  });

  test("STATE-20, SALE-45: shows fifty a page, and requests the next page", async () => {
    fake.server.on(LIST, asking("page", "1", counting([kwames], 1_246), counting([walkIn], 1_246)));
    const user = open(PATH, "owner");
    await screen.findByText("1,246 sales");
    await screen.findByText("1 to 50 of 1,246");
    await user.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByRole("row", { name: /Walk-in Customer/ });
    await screen.findByText("51 to 100 of 1,246");
    expect(asked()?.get("page")).toBe("2");
    expect(asked()?.get("limit")).toBe("50");
  });

  test("SALE-45: on a phone, appends the next page when asked to, and keeps the rows before it", async () => {
    onPhone();
    fake.server.on(LIST, asking("page", "1", counting([kwames], 60), counting([walkIn], 60)));
    const user = open(PATH, "owner");
    await screen.findByText("1 to 50 of 60");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await screen.findByRole("row", { name: /Walk-in Customer/ });
    await screen.findByRole("row", { name: /Kwame Boateng/ });
    screen.getByText("1 to 60 of 60");
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    expect(fake.server.calls(LIST)).toHaveLength(2);
  });

  test("SALE-45: on a phone, appends when its end is reached, but not without end", async () => {
    onPhone();
    vi.stubGlobal("IntersectionObserver", AlwaysInView);
    fake.server.on(LIST, (call) =>
      counting([sale({ id: `s-${call.query.get("page")}` })], 1_000)(call),
    );
    open(PATH, "owner");
    await screen.findByText("1 to 200 of 1,000");
    screen.getByRole("button", { name: "Show more" });
    expect(screen.getAllByRole("row")).toHaveLength(1 + 4);
    expect(fake.server.calls(LIST)).toHaveLength(4);
  });

  test("SALE-02: searches by customer and by the end of the id, once typing pauses", async () => {
    fake.server.on(
      LIST,
      asking("search", "41d07be9", counting([walkIn]), counting([kwames, walkIn])),
    );
    const user = open(PATH, "owner");
    await screen.findByText("2 sales");
    await user.type(screen.getByRole("searchbox", { name: "Search sales" }), "41d07be9");
    await screen.findByText("1 sale");
    screen.getByRole("row", { name: /Walk-in Customer/ });
    expect(screen.queryByRole("row", { name: /Kwame/ })).toBeNull();
    expect(fake.server.calls(LIST)).toHaveLength(2);
  });

  test("SALE-02: says when nothing was found", async () => {
    fake.server.on(LIST, counting([kwames]), counting([]));
    const user = open(PATH, "owner");
    await user.type(await screen.findByRole("searchbox", { name: "Search sales" }), "no such text");
    await screen.findByText("No sales found");
    screen.getByText("Try adjusting your search criteria");
  });

  test("SALE-28: requests the sales of a period, which the URL keeps", async () => {
    fake.server.on(LIST, counting([kwames]));
    const user = open(PATH, "owner");
    await user.selectOptions(await screen.findByLabelText("Period"), "Last 7 days");
    await screen.findByText("1 sale in the last 7 days");
    expect(asked()?.get("since")).toMatch(/T00:00:00\.000Z$/);
    expect(location.search).toBe("?period=7");
  });

  test("SALE-28: requests yesterday's sales", async () => {
    fake.server.on(LIST, counting([kwames]));
    const user = open(PATH, "owner");
    await user.selectOptions(await screen.findByLabelText("Period"), "Yesterday");
    await screen.findByText("1 sale yesterday");
    const day = (name: string) => Date.parse(asked()?.get(name) ?? "");
    expect(day("until") - day("since")).toBe(86_400_000);
    expect(location.search).toBe("?period=yesterday");
  });

  test("SALE-31, SALE-39: shows what the listed sales come to, in each currency, and that one arrived later", async () => {
    fake.server.on(LIST, counting([kwames, walkIn]));
    fake.server.on(SUMS, (call) =>
      succeeds({
        late: call.query.has("search") ? 0 : 1,
        rows: call.query.has("search")
          ? [{ currency: "GHS", orders: 1, total: 20 }]
          : [
              { currency: "GHS", orders: 2, total: 1_254.5 },
              { currency: "USD", orders: 1, total: 3 },
            ],
      })(call),
    );
    const user = open(`${PATH}?period=1`, "owner");
    await screen.findByText("GH₵1,254.50 + US$3.00");
    screen.getByText("1 sale arrived later");
    await user.type(screen.getByRole("searchbox", { name: "Search sales" }), "41d07be9");
    await screen.findByText("GH₵20.00");
    expect(screen.queryByText(/arrived later/)).toBeNull();
    const [first, second] = fake.server.calls(SUMS).map(({ query }) => query);
    expect(first?.get("since")).toBe(fake.server.calls(LIST)[0]?.query.get("since"));
    expect(second?.get("search")).toBe("41d07be9");
  });

  test("SALE-31: says that the sum did not load", async () => {
    fake.server.on(LIST, counting([kwames]));
    fake.server.on(SUMS, refuses(500, "Broken"));
    open(PATH, "owner");
    await screen.findByText("The sum did not load.");
  });

  test("SALE-31: requests no sum for a cashier", async () => {
    fake.server.on(LIST, counting([kwames]));
    open(PATH, "cashier");
    await screen.findByText("1 sale");
    expect(fake.server.calls(SUMS)).toEqual([]);
  });

  test("SALE-40: shows voided sales struck through, on request, and the URL keeps the choice", async () => {
    const voided = sale({ id: walkIn.id, voided_at: "2026-11-21T12:00:00Z" });
    fake.server.on(LIST, asking("state", "all", counting([kwames, voided]), counting([kwames])));
    const user = open(PATH, "owner");
    await screen.findByText("1 sale");
    await user.click(screen.getByRole("button", { name: "Filters" }));
    await user.selectOptions(await screen.findByLabelText("State"), "All states");
    const row = await screen.findByRole("row", { name: /Walk-in Customer/ });
    within(row).getByText("Voided");
    expect([...row.querySelectorAll("s")].map(({ textContent }) => textContent)).toEqual([
      "Walk-in Customer",
      "GH₵149.00",
    ]);
    expect(within(row).queryByRole("button", { name: /^Void/ })).toBeNull();
    expect(screen.getByRole("row", { name: /Kwame/ }).querySelector("s")).toBeNull();
    expect(location.search).toBe("?state=all");
    screen.getByRole("button", { name: "Filters (1)" });
  });

  test("SALE-41: narrows to a payment method, and names it in a sale that was split", async () => {
    fake.server.on(LIST, asking("payment_method", "cash", counting([kwames]), counting([walkIn])));
    const user = open(`${PATH}?payment_method=cash`, "owner");
    const row = await screen.findByRole("row", { name: /Kwame Boateng/ });
    expect(row.textContent).toContain("Mobile money, Cash");
    await user.selectOptions(await screen.findByLabelText("Payment"), "Any payment");
    await screen.findByRole("row", { name: /Walk-in Customer/ });
    expect(location.search).toBe("");
  });

  test("SALE-42: narrows to a person's sales, for roles that see reports", async () => {
    const sums = { currency: "GHS", orders: 1, total: 5 };
    fake.server.on(LIST, counting([kwames]));
    fake.server.on(
      "GET /api/v1/reports/staff",
      succeeds({
        currency: "GHS",
        period: null,
        from: null,
        to: null,
        rows: [
          { user_id: "u-kofi", name: "Kofi Asante", ...sums },
          { user_id: "u-gone", name: null, ...sums },
        ],
      }),
    );
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Filters" }));
    const staff = await screen.findByLabelText("Staff");
    await screen.findByRole("option", { name: "Removed person" });
    await user.selectOptions(staff, "Kofi Asante");
    await screen.findByRole("button", { name: "Filters (1)" });
    expect(asked()?.get("staff")).toBe("u-kofi");
    expect(fake.server.calls(SUMS).at(-1)?.query.get("staff")).toBe("u-kofi");
  });

  test("SALE-42: does not offer a cashier the others' sales", async () => {
    fake.server.on(LIST, counting([kwames]));
    const user = open(PATH, "cashier");
    await user.click(await screen.findByRole("button", { name: "Filters" }));
    await screen.findByLabelText("State");
    expect(screen.queryByLabelText("Staff")).toBeNull();
  });

  test("SALE-43: shows no sum of voided sales, and none in the sum of all", async () => {
    fake.server.on(LIST, counting([kwames]));
    fake.server.on(SUMS, succeeds({ rows: [{ currency: "GHS", orders: 1, total: 20 }], late: 0 }));
    const user = open(`${PATH}?state=all`, "owner");
    await screen.findByText("GH₵20.00");
    expect(fake.server.calls(SUMS)[0]?.query.has("state")).toBe(false);
    await user.selectOptions(await screen.findByLabelText("State"), "Voided");
    await waitFor(() => expect(screen.queryByText("GH₵20.00")).toBeNull());
  });

  test("SALE-40: says that there are more sales than were counted", async () => {
    fake.server.on(LIST, counting([kwames], 1_001));
    open(`${PATH}?state=all`, "owner");
    await screen.findByText("Over 1,000 sales");
  });

  test("SALE-17: voids a sale after asking the question of the specification", async () => {
    fake.server.on(LIST, counting([kwames]), counting([]));
    fake.server.on(VOID, succeeds({ id: kwames.id }));
    const user = open(PATH, "owner");
    await user.click(await screen.findByRole("button", { name: "Void sale 1-000001" }));
    const question = await screen.findByRole("alertdialog");
    within(question).getByText("Are you sure you want to delete this sale?");
    await user.selectOptions(within(question).getByLabelText("Reason"), "Wrong product");
    await user.click(within(question).getByRole("button", { name: "Void sale" }));
    await screen.findByText("Get started by recording your first sale");
    expect(fake.server.calls(VOID)).toMatchObject([{ body: { reason: "Wrong product" } }]);
    expect(fake.server.calls(VOID)[0]?.query.get("id")).toBe(kwames.id);
  });

  test("SALE-18: does not offer a cashier to void a sale", async () => {
    fake.server.on(LIST, counting([kwames]));
    open(PATH, "cashier");
    await screen.findByText("Kwame Boateng");
    expect(screen.queryByRole("button", { name: /^Void/ })).toBeNull();
    screen.getByRole("button", { name: "New Sale" });
  });

  test("SALE-27: invites only roles that may sell to make the first sale", async () => {
    fake.server.on(LIST, counting([]));
    open(PATH, "stock_keeper");
    await screen.findByText("Get started by recording your first sale");
    expect(screen.queryByRole("button", { name: "New Sale" })).toBeNull();
  });

  test("SALE-21: marks a possible duplicate", async () => {
    fake.server.on(LIST, counting([sale({ id: kwames.id, possible_duplicate_of: walkIn.id })]));
    open(PATH, "owner");
    await screen.findByText("Possible duplicate");
  });

  test("SALE-19: shows a refusal to load", async () => {
    fake.server.on(LIST, refuses(403, "Not allowed"));
    open(PATH, "owner");
    await screen.findByText("Failed to load sales");
  });
});

describe("the start of a period", () => {
  const now = Date.parse("2026-11-21T00:30:00Z");

  test.each([
    ["1", "Africa/Accra", "2026-11-21T00:00:00.000Z"],
    ["7", "Africa/Accra", "2026-11-15T00:00:00.000Z"],
    ["1", "America/New_York", "2026-11-20T05:00:00.000Z"],
    // Clocks went back on 1 November.
    ["30", "America/New_York", "2026-10-22T04:00:00.000Z"],
    // In London clocks went back on 25 October.
    ["30", "Europe/London", "2026-10-23T23:00:00.000Z"],
  ] as const)("SALE-28: of %s days in %s", (period, zone, first) => {
    const late = zone === "Europe/London" ? Date.parse("2026-11-22T12:00:00Z") : now;
    expect(boundsOf(period, zone, late)).toEqual({ since: first });
  });

  test("SALE-28: of yesterday, which ends with the night", () => {
    const bounds = { since: "2026-11-19T05:00:00.000Z", until: "2026-11-20T05:00:00.000Z" };
    expect(boundsOf("yesterday", "America/New_York", now)).toEqual(bounds);
  });

  test("is none for all sales", () => {
    expect(boundsOf("all", "UTC", now)).toEqual({});
  });
});
