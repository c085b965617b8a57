import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { press } from "#tests/web/kit/hands.ts";
import { asked, DAYS, line, lineage, serveLineage, shown } from "#tests/web/kit/lineage.ts";
import {
  BY_DAY,
  days,
  report,
  REPORTS,
  serveReports,
  SUMMARY,
  sums,
} from "#tests/web/kit/reports.ts";
import { sale, saleDetail, settings } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

describe("the figures of the reports", () => {
  const rows = {
    hour: [{ hour: 11, currency: "GHS", orders: 3, total: 12 }],
    product: [
      {
        id: "p-milo",
        name: "Milo 400g",
        category: null,
        currency: "USD",
        quantity: 94,
        revenue: 12,
        cost: null,
        profit: null,
      },
    ],
    staff: [{ user_id: "u-2", name: "Kofi", currency: "GHS", orders: 3, total: 12 }],
    "payment-method": [
      {
        payment_method: "cash",
        currency: "GHS",
        payments: 3,
        total: 12,
        confirmed: 12,
        asserted: 0,
      },
    ],
  } as const;
  const USD = { ...DAYS, currency: "USD" };

  test.each([
    ["hour", "Orders, 11:00 to 12:00", { figure: "hour.orders", hour: "11", ...DAYS }],
    ["hour", "Sales, 11:00 to 12:00", { figure: "hour.total", hour: "11", ...DAYS }],
    ["product", "Sold, Milo 400g", { figure: "product.quantity", about: "p-milo", ...USD }],
    ["product", "Sales, Milo 400g", { figure: "product.revenue", about: "p-milo", ...USD }],
    ["staff", "Orders, Kofi", { figure: "staff.orders", about: "u-2", ...DAYS }],
    ["staff", "Sales, Kofi", { figure: "staff.total", about: "u-2", ...DAYS }],
    ["payment-method", "Payments, Cash", { figure: "payments.count", method: "cash", ...DAYS }],
    ["payment-method", "Sales, Cash", { figure: "payments.total", method: "cash", ...DAYS }],
  ] as const)("LINE-02: by %s, %s", async (thing, name, query) => {
    serveLineage(fake.server, lineage());
    serveReports(fake.server, report({ topProducts: [] }));
    fake.server.on(`GET /api/v1/reports/${thing}`, succeeds(sums(rows[thing])));
    const user = open(`${REPORTS}?by=${thing}`, "owner");
    const [figure] = await screen.findAllByTitle(`History of ${name}`);
    await user.click(figure ?? document.body);
    await screen.findByRole("dialog", { name });
    await waitFor(() => expect(asked(fake.server)).toEqual(query));
  });

  test("LINE-02: works for a day and a month", async () => {
    serveLineage(fake.server, lineage());
    fake.server.on(SUMMARY, succeeds(report()));
    fake.server.on(BY_DAY, succeeds(sums(days)));
    const user = open(REPORTS, "owner");
    const day = { from: "2026-11-20", to: "2026-11-20", currency: "GHS" };
    const june = { from: "2026-06-01", to: "2026-06-30", currency: "GHS" };
    for (const [name, query] of [
      ["Sales, 20 Nov 2026", { figure: "sales.total", ...day }],
      ["Orders, 20 Nov 2026", { figure: "sales.orders", ...day }],
      ["Sales, Jun 2026", { figure: "sales.total", ...june }],
      ["Orders, Jun 2026", { figure: "sales.orders", ...june }],
    ] as const) {
      await user.click(await screen.findByTitle(`History of ${name}`));
      await screen.findByRole("dialog", { name });
      await waitFor(() => expect(asked(fake.server)).toEqual(query));
      await press(user, "Close");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    }
  });
});

describe("stock and a sale", () => {
  test("LINE-03: the stock of a product opens what moved it", async () => {
    serveLineage(
      fake.server,
      lineage({
        figure: "stock",
        unit: "count",
        from: null,
        to: null,
        value: 6,
        lines: [
          line({ seq: 2, type: "ProductAdded", share: 8, running: 8 }),
          line({ seq: 9, share: -2, running: 6 }),
        ],
      }),
    );
    fake.server.on(
      "GET /api/v1/products/p-milk/movements",
      succeeds({ items: [], next_cursor: null }),
    );
    const user = open("/app/inventory", "owner");
    await press(user, "Peak Milk 400g stock movements");
    await press(user, "History");
    const [first, second] = await shown("Stock of Peak Milk 400g");
    expect(first).toContain("Product added");
    expect(second).toContain("− 2= 6");
    expect(asked(fake.server)).toEqual({ figure: "stock", about: "p-milk" });
  });

  test("LINE-03: the total of a sale opens its own", async () => {
    serveLineage(
      fake.server,
      lineage({ figure: "sale.total", value: 900, lines: [line({ seq: 12 })] }),
    );
    fake.server.on("GET /api/sales.php", succeeds([sale({ id: "s-1" })]));
    fake.server.on("GET /api/v1/settings", succeeds(settings));
    fake.server.on("GET /api/v1/sales/s-1", succeeds(saleDetail({ id: "s-1" })));
    const user = open("/app/sales?sale=s-1", "auditor");
    await press(user, "History");
    expect(await shown("Total of the sale")).toHaveLength(1);
    expect(asked(fake.server)).toEqual({ figure: "sale.total", about: "s-1" });
  });
});
