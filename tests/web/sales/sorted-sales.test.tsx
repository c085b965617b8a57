import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import type { SaleItem } from "#kernel/contract/api/sale.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds, type Answer } from "#tests/web/kit/fake-server.ts";
import { follow, openThen, THEN } from "#tests/web/kit/past.ts";
import { onPhone } from "#tests/web/kit/phone.ts";
import { sale } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const LIST = "GET /api/sales.php";
const SORTED = "GET /api/v1/sales";
const VOID = "DELETE /api/sales.php";
const PATH = "/app/sales";
const TOTAL = 60;

const named = (name: string): SaleItem => sale({ id: `s-${name}`, first_name: name });

const page = (names: readonly string[], next?: string): Answer =>
  succeeds(names.map(named), {
    "x-total-count": String(TOTAL),
    ...(next !== undefined && { "x-next-cursor": next }),
  });

/** What the server answers to each order; `pages` by their cursors. */
const byCursor =
  (pages: Readonly<Record<string, Answer>>): Answer =>
  (call) =>
    (pages[call.query.get("cursor") ?? ""] ?? refuses(400, "No such page"))(call);

const asked = () => fake.server.calls(SORTED).at(-1)?.query;
const head = (name: string) => screen.findByRole("button", { name });
const orderOf = (name: string) =>
  screen.getByRole("columnheader", { name }).getAttribute("aria-sort");
const shown = () =>
  screen
    .getAllByRole("row")
    .flatMap((row) => row.querySelector("button")?.textContent ?? [])
    .filter((text) => text.includes(" sale "))
    .map((text) => text.split(" ")[0]);

describe("the sorted list of sales", () => {
  test("SALE-70: heads sort by amount and by time, and back to the newest first", async () => {
    fake.server.on(LIST, page(["Newest"]));
    fake.server.on(SORTED, (call) => page([`By-${call.query.get("sort")}`])(call));
    const user = open(`${PATH}?period=7`, "owner");
    await screen.findByText(`${TOTAL} sales in the last 7 days`);
    expect([orderOf("Date"), orderOf("Total"), orderOf("Customer")]).toEqual([
      "descending",
      null,
      null,
    ]);
    for (const [name, sort, order] of [
      ["Total", "smallest", "ascending"],
      ["Total", "largest", "descending"],
      ["Date", "oldest", "ascending"],
    ] as const) {
      await user.click(await head(name));
      await waitFor(() => expect(shown()).toEqual([`By-${sort}`]));
      expect([sort, orderOf(name)]).toEqual([sort, order]);
      expect(location.search).toBe(`?period=7&sort=${sort}`);
      expect(asked()?.get("since")).toBe(fake.server.calls(LIST)[0]?.query.get("since"));
      expect(document.activeElement).toBe(await head(name));
    }
    await user.click(await head("Date"));
    await waitFor(() => expect(shown()).toEqual(["Newest"]));
    expect(location.search).toBe("?period=7");
  });

  test("SALE-70: on a phone, a control sorts, within the filters of the address", async () => {
    onPhone();
    fake.server.on(LIST, page(["Newest"]));
    fake.server.on(SORTED, page(["Largest"]));
    const user = open(`${PATH}?payment_method=cash`, "cashier");
    await user.selectOptions(await screen.findByLabelText("Sort"), "Largest first");
    await waitFor(() => expect(shown()).toEqual(["Largest"]));
    expect([asked()?.get("sort"), asked()?.get("payment_method")]).toEqual(["largest", "cash"]);
    expect(screen.queryByRole("button", { name: "Total" })).toBeNull();
    await user.selectOptions(screen.getByLabelText("Sort"), "Newest first");
    await waitFor(() => expect(shown()).toEqual(["Newest"]));
    expect(location.search).toBe("?payment_method=cash");
  });

  test("SALE-72: pages go on by the cursor of the page before, forward and back", async () => {
    fake.server.on(LIST, page(["Newest"]));
    fake.server.on(SORTED, byCursor({ "": page(["First"], "c1"), c1: page(["Second"]) }));
    const user = open(`${PATH}?sort=largest`, "owner");
    await screen.findByText("1 to 50 of 60");
    await user.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(shown()).toEqual(["Second"]));
    screen.getByText("51 to 60 of 60");
    expect(asked()?.get("cursor")).toBe("c1");
    await user.click(screen.getByRole("button", { name: "Previous" }));
    await waitFor(() => expect(shown()).toEqual(["First"]));
    expect(fake.server.calls(SORTED)).toHaveLength(2);
  });

  test("SALE-72: after a change, a phone's pages are fetched again from the first, without a gap or a sale twice", async () => {
    onPhone();
    fake.server.on(LIST, page(["Newest"]));
    fake.server.on(SORTED, byCursor({ "": page(["A", "B"], "after-b"), "after-b": page(["C"]) }));
    fake.server.on(VOID, succeeds({ id: "s-A" }));
    const user = open(`${PATH}?sort=largest`, "owner");
    await screen.findByText("1 to 50 of 60");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(shown()).toEqual(["A", "B", "C"]));
    // A is voided, so C is on the first page now, and D on the second.
    fake.server.on(
      SORTED,
      byCursor({
        "": page(["B", "C"], "after-c"),
        "after-c": page(["D"]),
        "after-b": page(["C", "D"]),
      }),
    );
    const [first] = await screen.findAllByRole("button", { name: /^Void sale/ });
    if (first === undefined) throw new Error("no sale");
    await user.click(first);
    await user.selectOptions(await screen.findByLabelText("Reason"), "Wrong product");
    await user.click(screen.getByRole("button", { name: "Void sale" }));
    await waitFor(() => expect(shown()).toEqual(["B", "C", "D"]));
  });

  test("SALE-73: a past date is sorted as well", async () => {
    const user = await openThen(fake.server);
    fake.server.on(SORTED, page(["Then"]));
    await follow(user, "Sales");
    await user.click(await head("Total"));
    await waitFor(() => expect(shown()).toEqual(["Then"]));
    expect([asked()?.get("sort"), asked()?.get("as_of")]).toEqual(["smallest", THEN]);
  });

  test("SALE-73: says that a page did not load, keeps the rows, and tries again", async () => {
    fake.server.on(LIST, page(["Newest"]));
    fake.server.on(
      SORTED,
      byCursor({ "": page(["First"], "c1"), c1: refuses(403, "Not allowed") }),
    );
    const user = open(`${PATH}?sort=smallest`, "owner");
    await user.click(await screen.findByRole("button", { name: "Next" }));
    await screen.findByText("Not allowed");
    expect(shown()).toEqual(["First"]);
    fake.server.on(SORTED, byCursor({ "": page(["First"], "c1"), c1: page(["Second"]) }));
    await user.click(screen.getByRole("button", { name: /try again/i }));
    await waitFor(() => expect(shown()).toEqual(["Second"]));
  });

  test("SALE-73: says that the first page did not load", async () => {
    fake.server.on(LIST, page(["Newest"]));
    fake.server.on(SORTED, refuses(403, "Not allowed"));
    open(`${PATH}?sort=smallest`, "owner");
    await screen.findByText("Not allowed");
    expect(shown()).toEqual([]);
  });
});
