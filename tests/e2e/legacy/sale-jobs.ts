import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import type { LegacyClient } from "./client.ts";
import { Customers, Dashboard, Made, Products, Report, Sales } from "./shapes.ts";

/** What a shop with 12 Milo, 100 Soap and one customer sells, voids and sees. */
export function sellAndReport(shop: () => LegacyClient): void {
  const sales = () => shop().data(["GET", "/api/sales.php"], Sales);
  const productNamed = async (name: string) =>
    (await shop().data(["GET", "/api/products.php"], Products)).find(
      (product) => product.name === name,
    );

  describe("sales", () => {
    const sale = (items: readonly object[], more: object = {}) => ({
      customer_id: null,
      items,
      payment_method: "cash",
      notes: "",
      ...more,
    });

    test("sells with every payment method, with and without a customer", async () => {
      const [milo, soap] = [await productNamed("Milo"), await productNamed("Soap")];
      const [efua] = await shop().data(["GET", "/api/customers.php"], Customers);
      const two = { product_id: milo?.id, quantity: "2", unit_price: "62.50" };
      const one = { product_id: soap?.id, quantity: 1, unit_price: 5 };
      const customers = { cash: null, card: efua?.id, mobile_money: "", bank_transfer: null };
      const made: { id: string; created_at: string }[] = [];
      for (const [method, customer] of Object.entries(customers)) {
        const body = sale([two, one], { payment_method: method, customer_id: customer });
        made.push(await shop().data(["POST", "/api/sales.php", body], Made));
      }
      const listed = await sales();
      // Newest first by time. The clocks of two command APIs may differ by a few milliseconds.
      const byTime = made.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
      expect(listed.map(({ id }) => id)).toEqual(byTime.map(({ id }) => id));
      expect(
        Object.fromEntries(
          listed.map((row) => [row.payment_method, row.first_name ?? "Walk-in Customer"]),
        ),
      ).toEqual({
        bank_transfer: "Walk-in Customer",
        mobile_money: "Walk-in Customer",
        card: "Efua",
        cash: "Walk-in Customer",
      });
      expect(listed.map((row) => [row.total_amount, row.item_count])).toEqual(
        Array.from({ length: 4 }, () => [130, 2]),
      );
      expect([(await productNamed("Milo"))?.stock, (await productNamed("Soap"))?.stock]).toEqual([
        4, 96,
      ]);
    });

    test("is refused a sale without items, of more than the stock, and of an unknown product", async () => {
      const milo = await productNamed("Milo");
      const item = { product_id: milo?.id, quantity: 5, unit_price: "62.50" };
      const refused = (status: number, error: unknown) => ({
        status,
        body: { success: false, error },
      });
      expect(await shop().call("POST", "/api/sales.php", sale([]))).toMatchObject(
        refused(400, expect.stringContaining("Please add at least one item to the sale")),
      );
      expect(await shop().call("POST", "/api/sales.php", sale([item]))).toMatchObject(
        refused(409, "Insufficient stock for Milo"),
      );
      const unknown = { ...item, product_id: randomUUID() };
      expect(await shop().call("POST", "/api/sales.php", sale([unknown]))).toMatchObject(
        refused(404, "Product not found"),
      );
      expect((await productNamed("Milo"))?.stock).toBe(4);
    });

    test("deletes a sale: it leaves the list and its items return to stock", async () => {
      const [last] = await sales();
      const gone = await shop().call("DELETE", `/api/sales.php?id=${last?.id}`);
      expect(gone).toMatchObject({ status: 200, body: { success: true } });
      expect((await sales()).length).toBe(3);
      expect((await productNamed("Milo"))?.stock).toBe(6);
    });
  });

  test("API-04: sees it all on the dashboard and in the reports", async () => {
    const all = { totalSales: 390, totalOrders: 3, totalCustomers: 1, totalProducts: 2 };
    const dashboard = await shop().data(["GET", "/api/dashboard.php"], Dashboard);
    expect(dashboard).toMatchObject({ ...all, lowStockProducts: [{ name: "Milo", stock: 6 }] });
    expect(dashboard.recentSales.length).toBe(3);
    const report = await shop().data(["GET", "/api/sales/reports.php"], Report);
    expect(report).toMatchObject(all);
    expect(report.monthlyTrend[0]).toMatchObject({ monthly_sales: 390, monthly_orders: 3 });
    expect(report.topProducts).toEqual([
      { name: "Milo", total_sold: 6, total_revenue: 375 },
      { name: "Soap", total_sold: 3, total_revenue: 15 },
    ]);
  });
}
