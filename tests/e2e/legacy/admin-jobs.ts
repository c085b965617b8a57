import { randomUUID } from "node:crypto";

import { beforeAll, describe, expect, test } from "vitest";

import { createLegacyClient, type LegacyClient } from "./client.ts";
import { Activity, Id, Stats, Tenants } from "./shapes.ts";

type SignIn = Readonly<{ email: string; password: string }>;

const PASSWORD = "correct horse";

/** The super admin's two screens, on their own portal. */
export function doTheJobsOfTheSuperAdmin(url: () => string, signIn: () => Promise<SignIn>): void {
  let admin: LegacyClient;
  beforeAll(() => {
    admin = createLegacyClient(url());
  });

  const tenants = async (query: string) =>
    (await admin.data(["GET", `/api/super-admin.php/tenants?${query}`], Tenants)).tenants;

  describe("the super admin", () => {
    test("sees that the password is wrong, then signs in", async () => {
      const { email, password } = await signIn();
      const wrong = await admin.call("POST", "/auth/super-admin-login.php", {
        email,
        password: "x",
      });
      expect(wrong).toMatchObject({ status: 401, body: { error: expect.stringMatching(/\w/) } });
      const { user } = await admin.signIn("/auth/super-admin-login.php", { email, password });
      expect(user.role).toBe("super_admin");
    });

    test("sees figures, health, the first tenants and recent activity", async () => {
      const stats = await admin.data(["GET", "/api/super-admin.php"], Stats);
      expect(stats.totalTenants).toBeGreaterThan(0);
      for (const gauge of Object.values(stats.systemHealth)) {
        expect(gauge ?? 0).toBeGreaterThanOrEqual(0);
        expect(gauge ?? 0).toBeLessThanOrEqual(100);
      }
      expect((await tenants("page=1&limit=5")).length).toBeLessThanOrEqual(5);
      expect(
        (await admin.data(["GET", "/api/super-admin.php/activity"], Activity)).length,
      ).toBeGreaterThan(0);
    });

    const name = `Tenant ${randomUUID()}`;
    const form = {
      name,
      email: `${randomUUID()}@legacy.example`,
      phone: "",
      address: "",
      plan: "basic",
      status: "active",
    };

    test("adds a tenant, finds it, and edits it with the whole form", async () => {
      const { id } = await admin.data(["POST", "/api/super-admin.php/tenant", form], Id);
      const found = await tenants(`page=1&limit=50&search=${encodeURIComponent(name)}`);
      expect(found).toEqual([
        expect.objectContaining({ id, name, email: form.email, plan: "basic", status: "active" }),
      ]);
      const change = { ...form, phone: "+233 30 000 0000", plan: "premium" };
      const edited = await admin.call("PUT", `/api/super-admin.php/${id}`, change);
      expect(edited).toMatchObject({ status: 200, body: { success: true } });
      const [after] = await tenants(`page=1&limit=50&search=${encodeURIComponent(name)}`);
      expect(after).toMatchObject({ plan: "premium", phone: "+233 30 000 0000" });
    });

    test("is refused a tenant without a name", async () => {
      const refused = await admin.call("POST", "/api/super-admin.php/tenant", {
        ...form,
        name: "",
      });
      expect(refused).toMatchObject({ status: 400, body: { success: false } });
    });

    test("suspends a shop by its status, which ends its sessions, and reactivates it", async () => {
      const shop = createLegacyClient(url());
      const account = { email: `${randomUUID()}@legacy.example`, password: PASSWORD };
      await shop.signIn("/auth/register.php", {
        business_name: "Legacy Suspended",
        first_name: "Yaw",
        last_name: "Boateng",
        ...account,
      });
      const id = shop.tenantId();
      const set = (status: string) => admin.call("PUT", `/api/super-admin.php/${id}`, { status });
      expect(await set("suspended")).toMatchObject({ status: 200, body: { success: true } });
      await expect
        .poll(async () => (await shop.call("GET", "/api/dashboard.php")).status, { timeout: 3000 })
        .toBe(401);
      expect(shop.isSignedIn()).toBe(false);
      const listed = await tenants("page=1&limit=50&status=suspended");
      expect(listed.map((tenant) => tenant.id)).toContain(id);
      const outside = await shop.call("POST", "/auth/login.php", account);
      expect(outside).toMatchObject({ status: 403, body: { error: expect.stringMatching(/\w/) } });
      expect((await set("active")).status).toBe(200);
      await shop.signIn("/auth/login.php", account);
      expect((await shop.call("GET", "/api/dashboard.php")).status).toBe(200);
    });

    test("cannot use a shop's routes, and a shop cannot use the platform's", async () => {
      const shop = createLegacyClient(url());
      await shop.signIn("/auth/register.php", {
        business_name: "Legacy Curious",
        first_name: "Abena",
        last_name: "Curious",
        email: `${randomUUID()}@legacy.example`,
        password: PASSWORD,
      });
      expect((await shop.call("GET", "/api/super-admin.php")).status).toBe(403);
      expect((await admin.call("GET", "/api/products.php")).status).toBe(403);
      expect([shop.isSignedIn(), admin.isSignedIn()]).toEqual([true, true]);
    });
  });
}
