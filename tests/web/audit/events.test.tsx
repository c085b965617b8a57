import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import {
  AUDIT,
  eventPage,
  EVENTS,
  repriced,
  SALE_ID,
  serveAudit,
  voided,
} from "#tests/web/kit/audit.ts";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { kwame, milk, sale } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();
beforeEach(() => serveAudit(fake.server));

const lastAsked = () => fake.server.calls(EVENTS).at(-1)?.query;

describe("who can see the audit", () => {
  it.each(["owner", "accountant", "auditor"])(
    "AUDIT-31: %s has it in the menu and opens it",
    async (role) => {
      open(AUDIT, role);
      await screen.findByRole("heading", { name: "Audit" });
      const entries = screen.getAllByRole("link", { name: "Audit" });
      expect(entries[0]?.getAttribute("aria-current")).toBe("page");
      await screen.findByRole("button", { name: / voided the sale/ });
    },
  );

  it.each(["manager", "cashier", "stock_keeper"])(
    "AUDIT-31: %s neither has it nor is anything asked for them",
    async (role) => {
      open(AUDIT, role);
      await screen.findByRole("heading", { level: 1 });
      expect(screen.queryByRole("link", { name: "Audit" })).toBeNull();
      expect(screen.queryByRole("tab")).toBeNull();
      expect(fake.server.calls(EVENTS)).toEqual([]);
    },
  );
});

describe("the event browser", () => {
  it("AUDIT-32: shows each event as a sentence with actor, time, subject and amount", async () => {
    open(AUDIT, "auditor");
    const [, first, second] = await screen.findAllByRole("row");
    expect(first?.textContent).toContain("Kofi Asante voided the sale of 2 × Peak Milk 400g");
    expect(first?.textContent).toContain("1-1-42");
    expect(first?.textContent).toContain("21 Nov, 11:42");
    expect(first?.textContent).toContain("GH₵136.00");
    expect(second?.textContent).toContain("Staff 3, removed, changed the price from GH₵66.00");
    expect(second?.textContent).toContain("Peak Milk 400g");
  });

  it("AUDIT-32: loads more from the last event until the end", async () => {
    fake.server.on(EVENTS, eventPage([voided], "42"), eventPage([repriced]));
    const user = open(AUDIT, "auditor");
    await user.click(await screen.findByRole("button", { name: "Load more" }));
    await screen.findByRole("button", { name: / changed the price/ });
    expect(lastAsked()?.get("before")).toBe("42");
    screen.getByRole("button", { name: / voided the sale/ });
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it("AUDIT-32: skips empty pages by itself, and says so only at the end", async () => {
    fake.server.on(EVENTS, eventPage([], "900"), eventPage([], "500"), eventPage([voided], "42"));
    const user = open(AUDIT, "auditor");
    const more = await screen.findByRole("button", { name: "Load more" });
    screen.getByRole("button", { name: / voided the sale/ });
    expect(fake.server.calls(EVENTS).map(({ query }) => query.get("before"))).toEqual([
      null,
      "900",
      "500",
    ]);
    fake.server.on(EVENTS, eventPage([], "7"), eventPage([]));
    await user.click(more);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Load more" })).toBeNull());
    expect(lastAsked()?.get("before")).toBe("7");
  });

  it("AUDIT-42: keeps the list when a further page fails, and retries on request", async () => {
    fake.server.on(EVENTS, eventPage([voided], "42"), refuses(400, "No such page"));
    const user = open(AUDIT, "auditor");
    await user.click(await screen.findByRole("button", { name: "Load more" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("No such page");
    screen.getByRole("button", { name: / voided the sale/ });
    fake.server.on(EVENTS, eventPage([repriced]));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByRole("button", { name: / changed the price/ });
  });

  it("AUDIT-42: says what could not be loaded, and recovers", async () => {
    fake.server.on(EVENTS, breaks);
    const user = open(AUDIT, "auditor");
    const again = await screen.findByRole("button", { name: "Try Again" });
    screen.getByRole("heading", { name: "Failed to load the events" });
    serveAudit(fake.server);
    await user.click(again);
    await screen.findByRole("button", { name: / voided the sale/ });
  });

  it("AUDIT-33: filters by type and person, keeps them in the URL, and clears them at once", async () => {
    const user = open(AUDIT, "auditor");
    await user.selectOptions(await screen.findByLabelText("Type"), "Sale voided");
    await waitFor(() => expect(lastAsked()?.get("type")).toBe("SaleVoided"));
    await screen.findByRole("option", { name: "Staff 3, removed" });
    await user.selectOptions(screen.getByLabelText("Person"), "Staff 3, removed");
    await waitFor(() => expect(lastAsked()?.get("person")).toBe("user-gone"));
    expect(location.search).toBe("?type=SaleVoided&person=user-gone");
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(location.search).toBe(""));
    expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  });

  it("AUDIT-33: finds the product, customer or sale to filter by", async () => {
    fake.server.on("GET /api/products.php", succeeds([milk]));
    fake.server.on("GET /api/customers.php", succeeds([kwame]));
    fake.server.on("GET /api/sales.php", succeeds([sale({ id: SALE_ID })]));
    const user = open(AUDIT, "auditor");
    await user.type(await screen.findByRole("combobox", { name: /^Product, customer/ }), "kw");
    await user.click(await screen.findByRole("option", { name: /Kwame Boateng/ }));
    await waitFor(() => expect(lastAsked()?.get("customer")).toBe("c-kwame"));
    await screen.findByText(/^About Kwame Boateng/);
    expect(screen.getByRole("link", { name: "History" }).getAttribute("href")).toBe(
      "/app/audit?story=customer%3Ac-kwame",
    );
    await user.click(screen.getByRole("button", { name: "Remove the customer filter" }));
    await waitFor(() => expect(location.search).toBe(""));
    const searched = fake.server.calls("GET /api/sales.php")[0]?.query;
    expect(searched?.get("search")).toBe("kw");
  });

  it("AUDIT-33: filters by amount and days", async () => {
    const user = open(AUDIT, "auditor");
    await user.click(await screen.findByText("Amount and days"));
    await user.type(screen.getByLabelText("Amount from"), "1,000.5");
    await user.type(screen.getByLabelText("From"), "2026-11-01");
    await user.type(screen.getByLabelText("To"), "2026-11-21");
    await user.click(screen.getByRole("button", { name: "Show" }));
    await waitFor(() => expect(lastAsked()?.get("min")).toBe("1000.5"));
    expect(lastAsked()?.get("from")).toBe("2026-11-01");
    expect(lastAsked()?.get("to")).toBe("2026-11-21");
    expect(lastAsked()?.has("max")).toBe(false);
  });

  it("AUDIT-34: refuses impossible amounts and days", async () => {
    const user = open(AUDIT, "auditor");
    await user.click(await screen.findByText("Amount and days"));
    const form = within(screen.getByRole("form", { name: "Amount and days" }));
    await user.type(form.getByLabelText("Amount from"), "ten");
    await user.type(form.getByLabelText("From"), "2026-11-21");
    await user.type(form.getByLabelText("To"), "2026-11-01");
    await user.click(form.getByRole("button", { name: "Show" }));
    form.getByText("Enter an amount like 12.50");
    const amount = form.getByLabelText("Amount from");
    await user.clear(amount);
    await user.type(amount, "20");
    await user.type(form.getByLabelText("Amount to"), "10");
    form.getByText("Too low");
    form.getByText("The end is before the start");
    expect(fake.server.calls(EVENTS)).toHaveLength(1);
  });

  it("AUDIT-33: ignores invalid filters in the URL, and says when nothing matches", async () => {
    fake.server.on(EVENTS, eventPage([]));
    open(`${AUDIT}?type=Nonsense&from=yesterday&max=12.50`, "auditor");
    await screen.findByText("No activity matches these filters.");
    expect([...(lastAsked()?.keys() ?? [])].toSorted()).toEqual(["limit", "max"]);
  });
});
