import { randomUUID } from "node:crypto";

import { beforeAll, describe, expect, test } from "vitest";

import { createLegacyClient, type LegacyClient } from "./client.ts";
import { sellAndReport } from "./sale-jobs.ts";
import { Customers, Dashboard, Id, Products, Report } from "./shapes.ts";

const PASSWORD = "correct horse";

const formOf = (email: string) => ({
  business_name: "Legacy Corner",
  first_name: "Ama",
  last_name: "Owusu",
  email,
  password: PASSWORD,
  confirm_password: PASSWORD,
});

/** Every task on the screens of a shop, in the order in which a shop does them. */
export function doTheJobsOfAShop(url: () => string): void {
  let shop: LegacyClient;
  const email = `${randomUUID()}@Legacy.example`;

  beforeAll(() => {
    shop = createLegacyClient(url());
  });

  const products = () => shop.data(["GET", "/api/products.php"], Products);
  const customers = () => shop.data(["GET", "/api/customers.php"], Customers);
  const productNamed = async (name: string) =>
    (await products()).find((product) => product.name === name);

  describe("signing in", () => {
    test("API-01: registers a business and is signed in", async () => {
      const { user, tenant } = await shop.signIn("/auth/register.php", formOf(email));
      expect([user.first_name, user.last_name]).toEqual(["Ama", "Owusu"]);
      expect(user.role).not.toBe("super_admin");
      expect(tenant.id).not.toBe("");
    });

    test("sees why it cannot register or sign in", async () => {
      const other = createLegacyClient(url());
      const failed = { success: false, error: expect.stringMatching(/\w/) };
      const taken = await other.call("POST", "/auth/register.php", formOf(email));
      expect(taken).toMatchObject({ status: 409, body: failed });
      const wrong = await other.call("POST", "/auth/login.php", { email, password: "wrong" });
      expect(wrong).toMatchObject({ status: 401, body: failed });
      const short = { ...formOf("a@b.example"), password: "1234567" };
      expect(await other.call("POST", "/auth/register.php", short)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining("Password must be at least 8 characters") },
      });
    });

    test("signs in again, and an invalid token leads to the sign-in", async () => {
      const again = createLegacyClient(url());
      await again.signIn("/auth/login.php", { email, password: PASSWORD });
      expect((await again.data(["GET", "/api/products.php"], Products)).length).toBe(0);
      again.leave();
      expect((await again.call("GET", "/api/dashboard.php")).status).toBe(401);
      expect(again.isSignedIn()).toBe(false);
    });
  });

  test("sees an empty dashboard and empty reports", async () => {
    const zero = { totalSales: 0, totalOrders: 0, totalCustomers: 0, totalProducts: 0 };
    expect(await shop.data(["GET", "/api/dashboard.php"], Dashboard)).toMatchObject({
      ...zero,
      recentSales: [],
      lowStockProducts: [],
    });
    expect(await shop.data(["GET", "/api/sales/reports.php"], Report)).toMatchObject(zero);
  });

  describe("products and inventory", () => {
    test("adds products as its form holds them", async () => {
      const forms = [
        { name: "Milo", description: "", price: "62.50", stock: "10" },
        { name: "Soap", description: "Bar", price: "4.5", stock: "100" },
        { name: "Gift bag", description: "", price: "0", stock: "0" },
      ];
      for (const form of forms) await shop.data(["POST", "/api/products.php", form], Id);
      expect(await productNamed("Milo")).toMatchObject({ price: 62.5, stock: 10 });
      expect((await productNamed("Milo"))?.description ?? "").toBe("");
      expect((await products()).length).toBe(3);
    });

    test("edits one by its changed fields; the others keep their values", async () => {
      const soap = await productNamed("Soap");
      await shop.data(["PUT", "/api/products.php", { id: soap?.id, price: "5.00" }], Id);
      await shop.data(["PUT", "/api/products.php", { id: soap?.id, description: "" }], Id);
      expect(await productNamed("Soap")).toEqual({ ...soap, price: 5 });
    });

    test("adjusts stock by sending only the new stock, and cannot go below 0", async () => {
      const milo = await productNamed("Milo");
      await shop.data(["PUT", "/api/products.php", { id: milo?.id, stock: "15" }], Id);
      await shop.data(["PUT", "/api/products.php", { id: milo?.id, stock: 12 }], Id);
      expect((await productNamed("Milo"))?.stock).toBe(12);
      expect(
        await shop.call("PUT", "/api/products.php", { id: milo?.id, stock: -1 }),
      ).toMatchObject({ status: 409, body: { error: "Cannot reduce stock below 0" } });
    });

    test("deletes one, and again", async () => {
      const bag = await productNamed("Gift bag");
      const gone = await shop.call("DELETE", `/api/products.php?id=${bag?.id}`);
      expect(gone).toMatchObject({ status: 200, body: { success: true } });
      expect((await shop.call("DELETE", `/api/products.php?id=${bag?.id}`)).status).toBe(200);
      expect((await products()).map(({ name }) => name)).toEqual(["Milo", "Soap"]);
    });
  });

  describe("customers", () => {
    const empty = { email: "", phone: "", address: "" };

    test("adds, edits and deletes them as its form holds them", async () => {
      const form = { first_name: "Efua", last_name: "Mensah", ...empty };
      const { id } = await shop.data(["POST", "/api/customers.php", form], Id);
      const kofi = { ...form, first_name: "Kofi", email: "kofi@legacy.example" };
      const other = await shop.data(["POST", "/api/customers.php", kofi], Id);
      const change = { ...form, id, phone: "+233 20 000 0000" };
      await shop.data(["PUT", "/api/customers.php", change], Id);
      const gone = await shop.call("DELETE", `/api/customers.php?id=${other.id}`);
      expect(gone).toMatchObject({ status: 200, body: { success: true } });
      expect(await customers()).toEqual([
        expect.objectContaining({ id, first_name: "Efua", phone: "+233 20 000 0000" }),
      ]);
    });

    test("sees which field is wrong", async () => {
      const form = { first_name: "", last_name: "Mensah", ...empty, email: "no address" };
      expect(await shop.call("POST", "/api/customers.php", form)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/First name is required.*Invalid email address/) },
      });
    });
  });

  sellAndReport(() => shop);
}
