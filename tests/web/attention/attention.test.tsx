import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import type { IssueItem } from "#kernel/contract/issues.ts";
import { MERGE_RULES } from "#kernel/contract/merge-rules.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { createLiveLine } from "#tests/web/kit/live-line.ts";

const fake = serveEachTest();

const LIST = "GET /api/v1/issues";
const RESOLVE = "POST /api/v1/issues/i-1";

const SALE = "01990000-0000-8000-8000-0000000000c1";

const issue = (part: Partial<IssueItem> = {}): IssueItem => ({
  id: "i-1",
  kind: "old-price",
  thing: SALE,
  at: "2026-11-20T11:42:00.000Z",
  title: "Sold at another price",
  said: "Milo GH₵4.50",
  known: "Your price then: Milo GH₵5.00",
  ways: ["fine"],
  sales: [{ id: SALE, name: "1-2-57" }],
  products: [{ id: "p-milo", name: "Milo" }],
  customers: [],
  till: { id: "2", name: "Front counter" },
  ...part,
});

const listed = (...issues: readonly IssueItem[]) =>
  succeeds({ count: issues.length, issues: [...issues] });
const serve = (...issues: readonly IssueItem[]) => fake.server.on(LIST, listed(...issues));

const rowOf = async (title: string) => {
  const heading = await screen.findByRole("heading", { level: 2, name: title });
  const row = heading.closest("li");
  if (row === null) throw new Error("not in a row");
  return within(row);
};

describe("what needs attention", () => {
  test("ATTN-20: is listed with both versions, and leads to its sale and product", async () => {
    serve(issue());
    open("/app/attention", "owner");
    const row = await rowOf("Sold at another price");
    const versions = row.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(versions).toEqual(["Milo GH₵4.50", "Your price then: Milo GH₵5.00"]);
    expect(row.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "The till says",
      "Tillbook knows",
    ]);
    row.getByText("Till 2, Front counter");
    const hrefOf = (name: string) => row.getByRole("link", { name }).getAttribute("href");
    expect(hrefOf("Sale 1-2-57")).toBe(`/app/sales?sale=${SALE}`);
    expect(hrefOf("Milo")).toBe("/app/inventory?moves=p-milo");
  });

  test("ATTN-22: is resolved with one tap, and gone", async () => {
    fake.server.on(LIST, listed(issue()), listed());
    fake.server.on(RESOLVE, succeeds({ id: "i-1" }));
    const user = open("/app/attention", "manager");
    await user.click(
      (await rowOf("Sold at another price")).getByRole("button", { name: "It's fine" }),
    );
    await screen.findByRole("heading", { name: "Nothing needs attention" });
    expect(fake.server.calls(RESOLVE).map(({ body }) => body)).toEqual([
      { kind: "old-price", thing: SALE, how: "fine" },
    ]);
  });

  test("ATTN-23: that cannot be resolved stays, with the reason", async () => {
    const reason = "This still cannot be recorded: it cannot be read.";
    serve(
      issue({
        kind: "set-aside",
        title: "A till's sale was set aside",
        ways: ["record", "discard"],
      }),
    );
    fake.server.on(RESOLVE, refuses(409, reason, "entry-not-possible"));
    const user = open("/app/attention", "owner");
    const row = await rowOf("A till's sale was set aside");
    await user.click(row.getByRole("button", { name: "Record it" }));
    expect((await row.findByRole("alert")).textContent).toContain(reason);
  });

  test("ATTN-24: asks before something is discarded or booked as lost", async () => {
    serve(
      issue({
        kind: "set-aside",
        title: "A till's sale was set aside",
        ways: ["record", "discard"],
      }),
    );
    fake.server.on(RESOLVE, hangs);
    const user = open("/app/attention", "owner");
    const row = await rowOf("A till's sale was set aside");
    await user.click(row.getByRole("button", { name: "Discard" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(fake.server.calls(RESOLVE)).toEqual([]);
    await user.click(question.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(fake.server.calls(RESOLVE)).toHaveLength(1));
  });

  test("ATTN-20: leads to a count of a stock below 0, and to the void of a double sale", async () => {
    serve(
      issue({ id: "i-2", kind: "double", title: "A sale may be recorded twice" }),
      issue({ kind: "below-zero", title: "Stock of Milo is below 0", at: null, ways: ["missing"] }),
    );
    open("/app/attention", "owner");
    const stock = await rowOf("Stock of Milo is below 0");
    const count = stock.getByRole("link", { name: "Count it" });
    expect(count.getAttribute("href")).toBe("/app/products?edit=p-milo");
    stock.getByRole("button", { name: "Book as missing" });
    const double = await rowOf("A sale may be recorded twice");
    const avoid = double.getByRole("link", { name: "Void it" });
    expect(avoid.getAttribute("href")).toBe(`/app/sales?sale=${SALE}`);
  });

  test("ATTN-25: is counted in the menu of owner and manager, and read again after a change", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const line = createLiveLine();
    fake.server.on("GET /api/v1/live", line.answer);
    fake.server.on(LIST, listed(), listed(issue(), issue({ id: "i-2" })));
    open("/app/attention", "manager");
    await screen.findByRole("heading", { name: "Nothing needs attention" });
    await vi.advanceTimersByTimeAsync(1_000);
    await waitFor(() => expect(line.opened()).toBe(1));
    line.say("hello", {});
    line.say("changed", { seq: 2 });
    await vi.advanceTimersByTimeAsync(6_000);
    const navigation = screen.getByRole("navigation", { name: "Main" });
    await within(navigation).findByRole("link", { name: "Needs attention 2 open" });
    expect(fake.server.calls(LIST)).toHaveLength(2);
    vi.useRealTimers();
  });

  test("ATTN-25: is not read for a cashier", async () => {
    serve(issue());
    fake.server.on("GET /api/products.php", succeeds([]));
    open("/app/products", "cashier");
    await screen.findByRole("heading", { name: "Products" });
    const navigation = screen.getByRole("navigation", { name: "Main" });
    expect(within(navigation).queryByRole("link", { name: /Needs attention/ })).toBeNull();
    expect(fake.server.calls(LIST)).toEqual([]);
  });

  test("ATTN-21: has a page with the rules, which everyone of the shop may read", async () => {
    open("/app/offline-rules", "cashier");
    await screen.findByRole("heading", { level: 1, name: "Selling without a network" });
    const rules = screen.getAllByRole("heading", { level: 2 });
    expect(rules.map(({ textContent }) => textContent)).toEqual(
      MERGE_RULES.map(({ meets }) => meets),
    );
  });
});
