import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses } from "#tests/web/kit/fake-server.ts";
import { REPORTS, serveReports } from "#tests/web/kit/reports.ts";

const fake = serveEachTest();

describe("the export of reports", () => {
  const FILE = "GET /api/v1/exports/reports/product.csv";

  test("REP-11: downloads a file of the chosen days with the session's token, under the server's name", async () => {
    serveReports(fake.server);
    const saved: { name: string; href: string }[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, href: this.href });
    });
    fake.server.on(
      FILE,
      () =>
        new Response("Product,Sold\r\n", {
          headers: {
            "content-type": "text/csv",
            "content-disposition": 'attachment; filename="report-by-product-2026-11-21.csv"',
          },
        }),
    );
    const user = open(`${REPORTS}?period=90`, "owner");
    await screen.findByText("Kwame Boateng");
    await user.click(screen.getByRole("button", { name: "Export" }));
    const dialog = await screen.findByRole("dialog", { name: "Export reports" });
    await user.click(within(dialog).getByRole("button", { name: "Sales by product" }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe("report-by-product-2026-11-21.csv");
    expect(saved[0]?.href).toMatch(/^blob:/);
    const [call] = fake.server.calls(FILE);
    expect(call?.query.toString()).toBe("period=90");
    expect(call?.headers.get("authorization")).toBe("Bearer token-of-owner");
    const PDF = "GET /api/v1/exports/reports/summary.pdf";
    fake.server.on(PDF, () => new Response("%PDF-1.7"));
    await user.click(within(dialog).getByRole("button", { name: "Summary (PDF)" }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(fake.server.calls(PDF)[0]?.query.toString()).toBe("period=90");
    vi.restoreAllMocks();
  });

  test("REP-11: shows a failed download until the dialog is closed", async () => {
    serveReports(fake.server);
    fake.server.on(FILE, refuses(403, "Your role may not do this"));
    const user = open(`${REPORTS}?export=1`, "owner");
    const dialog = await screen.findByRole("dialog", { name: "Export reports" });
    await user.click(within(dialog).getByRole("button", { name: "Sales by product" }));
    const alert = await within(dialog).findByRole("alert");
    expect(alert.textContent).toBe("The file could not be downloaded.Your role may not do this");
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Export" }));
    const again = await screen.findByRole("dialog", { name: "Export reports" });
    expect(within(again).queryByRole("alert")).toBeNull();
  });

  test("REP-11: is offered to owner, accountant and auditor", async () => {
    serveReports(fake.server);
    open(REPORTS, "manager");
    await screen.findByText("Kwame Boateng");
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  });
});
